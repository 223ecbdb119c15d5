import { germanScreens } from '../../messages/de/screens.ts';
import { ownerScreens } from '../owner-screens.ts';
import { setLanguage } from '../language.ts';
import { runPage } from '../run-page.ts';

setLanguage('de', germanScreens);
await runPage(ownerScreens);
