import { setUiLanguage } from '../../ui/language.ts';
import { setHostLanguage } from '../language.ts';
import { japaneseHost, japaneseUi } from '../messages/ja.ts';

setHostLanguage('ja', japaneseHost);
setUiLanguage('ja', japaneseUi);
