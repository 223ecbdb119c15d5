import { translationOf } from '../../../language/message.ts';
import type { englishActivity } from '../en/activity.ts';

export const germanActivity = translationOf<typeof englishActivity>()({
  anApplication: 'Eine Anwendung',
  activity_browser_signed_in: 'Ein Browser hat sich mit einem Passkey angemeldet',
  activity_browser_signed_out: 'Ein Browser wurde abgemeldet',
  activity_all_browsers_signed_out: 'Alle Browser wurden abgemeldet',
  activity_access_token_revoked: 'Eine Anwendung hat ein Zugriffstoken zurückgegeben',
  activity_passkey_registered: 'Ein Passkey wurde hinzugefügt',
  activity_passkey_renamed: 'Ein Passkey wurde umbenannt',
  activity_passkey_removed: 'Ein Passkey wurde entfernt',
  activity_passkey_refused: 'Ein Passkey wurde nicht akzeptiert',
  activity_device_enrolled: 'Ein Gerät wurde hinzugefügt',
  activity_device_renamed: 'Ein Gerät wurde umbenannt',
  activity_device_removed: 'Ein Gerät wurde entfernt',
  activity_device_link_created: 'Ein Link für ein weiteres Gerät wurde erstellt',
  activity_recovery_codes_created: 'Wiederherstellungscodes wurden erstellt',
  activity_recovery_confirmed: 'Die Wiederherstellung wurde bestätigt',
  activity_owner_recovered: 'Ein Wiederherstellungscode hat einen Passkey hinzugefügt',
  activity_sign_in_approved: '{application} wurde genehmigt',
  activity_sign_in_rejected: '{application} wurde abgelehnt',
  activity_wrong_code: '{application} wurde abgelehnt: Ein falscher Code wurde ausgewählt',
  activity_tokens_issued: '{application} wurde verbunden',
  activity_session_revoked: '{application} wurde getrennt',
  activity_key_compromised: 'Ein Schlüssel wurde als gestohlen gemeldet',
  activity_key_refused: '{application} wurde abgelehnt: Der Schlüssel kann nicht verbunden werden',
  activity_session_renamed: 'Die Verbindung von {application} wurde umbenannt',
  activity_delegation_accepted: 'Ein Helfer von {application} wurde verbunden',
  activity_delegation_revoked: '{application} hat einem Helfer die Rechte entzogen',
  activity_code_reused: 'Ein Code von {application} wurde zweimal verwendet, daher wurde die Verbindung getrennt',
  activity_refresh_token_reused:
    'Ein Token von {application} wurde zweimal verwendet, daher wurde die Verbindung getrennt',
});
