import { setHostLanguage } from '../language.ts';
import { englishHost } from '../messages/en.ts';

setHostLanguage('en', englishHost);
