import { englishScreens } from '../../messages/en/screens.ts';
import { ownerScreens } from '../owner-screens.ts';
import { setLanguage } from '../language.ts';
import { runPage } from '../run-page.ts';

setLanguage('en', englishScreens);
await runPage(ownerScreens);
