import { setUiLanguage } from '../../ui/language.ts';
import { setHostLanguage } from '../language.ts';
import { germanHost, germanUi } from '../messages/de.ts';

setHostLanguage('de', germanHost);
setUiLanguage('de', germanUi);
