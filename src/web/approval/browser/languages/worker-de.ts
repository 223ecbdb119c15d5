import { germanScreens } from '../../messages/de/screens.ts';
import { setLanguage } from '../language.ts';
import '../service-worker.ts';

setLanguage('de', germanScreens);
