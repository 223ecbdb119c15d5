import { englishScreens } from '../../messages/en/screens.ts';
import { setLanguage } from '../language.ts';
import '../service-worker.ts';

setLanguage('en', englishScreens);
