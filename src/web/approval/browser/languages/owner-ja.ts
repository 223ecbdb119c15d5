import { japaneseScreens } from '../../messages/ja/screens.ts';
import { ownerScreens } from '../owner-screens.ts';
import { setLanguage } from '../language.ts';
import { runPage } from '../run-page.ts';

setLanguage('ja', japaneseScreens);
await runPage(ownerScreens);
