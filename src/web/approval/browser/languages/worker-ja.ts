import { japaneseScreens } from '../../messages/ja/screens.ts';
import { setLanguage } from '../language.ts';
import '../service-worker.ts';

setLanguage('ja', japaneseScreens);
