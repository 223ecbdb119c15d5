import { translationOf } from '../../../language/translator.ts';
import type { englishErrors } from '../en/errors.ts';

export const germanErrors = translationOf<typeof englishErrors>()({
  sessionEnded: 'Ihre Sitzung ist beendet. Melden Sie sich mit Ihrem Passkey an.',
  providerBusy: 'Der Anmeldedienst ist ausgelastet. Warten Sie einige Sekunden und versuchen Sie es noch einmal.',
  providerStatus: 'Der Anmeldedienst hat mit dem Status {status} geantwortet. Versuchen Sie es noch einmal.',
  providerRefused: 'Der Anmeldedienst hat dies abgelehnt ({code}).',
  providerUnreachable:
    'Der Anmeldedienst ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  somethingFailed: 'Etwas ist schiefgegangen: {problem}',
  reloadPage: '{problem} Laden Sie die Seite neu, um es noch einmal zu versuchen.',
  passkeyOnDevice: 'Dieses Gerät hat bereits einen Passkey von Ihnen. Melden Sie sich damit an.',
  passkeyNotUsed:
    'Es wurde kein Passkey verwendet: Die Abfrage wurde geschlossen oder ist abgelaufen. Versuchen Sie es noch einmal, oder erstellen Sie einen Passkey, falls dieses Gerät keinen hat.',

  error_owner_suspended:
    'Ein Administrator hat diese Identität gesperrt. Wenden Sie sich an den Betreiber dieses Dienstes.',
  error_origin_refused:
    'Diese Anfrage muss von den Seiten dieses Anmeldedienstes kommen. Öffnen Sie diese Seite noch einmal.',
  error_passkey_refused: 'Der Passkey wurde nicht akzeptiert. Versuchen Sie es noch einmal.',
  error_passkey_exists: 'Dieser Passkey ist bereits registriert. Melden Sie sich damit an.',
  error_passkey_limit: 'Sie haben so viele Passkeys, wie eine Identität haben kann. Entfernen Sie zuerst einen.',
  error_passkey_not_found: 'Sie haben keinen solchen Passkey. Vielleicht wurde er auf einer anderen Seite entfernt.',
  error_device_limit: 'Sie haben so viele Geräte, wie eine Identität haben kann. Entfernen Sie zuerst eines.',
  error_device_not_found: 'Sie haben kein solches Gerät. Vielleicht wurde es auf einer anderen Seite entfernt.',
  error_last_authenticator:
    'Dies ist Ihr einziger Passkey oder Ihr einziges Gerät. Fügen Sie zuerst etwas Weiteres hinzu.',
  error_session_not_found: 'Diese Verbindung wurde bereits beendet.',
  error_key_not_found: 'Diesen Schlüssel hat keiner Ihrer Agenten und keine Ihrer Anwendungen je verwendet.',
  error_browser_session_not_found: 'Dieser Browser ist bereits abgemeldet.',
  error_browser_of_another_owner:
    'Dieser Browser ist mit einer anderen Identität angemeldet. Melden Sie sich zuerst ab.',
  error_device_of_another_owner:
    'Dieses Gerät hat bereits eine eigene Identität. Löschen Sie zuerst diese Identität, oder verwenden Sie einen neuen Schlüssel.',
  error_device_link_not_found: 'Dieser Link wurde zurückgezogen. Erstellen Sie in Ihrem Konto einen neuen.',
  error_device_link_expired:
    'Dieser Link wurde bereits verwendet oder ist abgelaufen. Erstellen Sie in Ihrem Konto einen neuen.',
  error_recovery_code_refused:
    'Dieser Wiederherstellungscode ist ungültig oder wurde bereits verwendet. Prüfen Sie ihn, oder verwenden Sie einen anderen.',
  error_registration_closed:
    'Hier können keine neuen Identitäten angelegt werden. Wenden Sie sich an den Betreiber dieses Dienstes.',
  error_invite_required:
    'Für eine neue Identität brauchen Sie eine Einladung. Bitten Sie den Betreiber dieses Dienstes darum.',
  error_invite_refused:
    'Diese Einladung ist unbekannt, verbraucht, abgelaufen oder widerrufen. Bitten Sie um eine neue.',
  error_request_not_found: 'Unter diesem Link wartet keine Anmeldung. Fordern Sie einen neuen Link an.',
  error_request_mismatch: 'Die Anfrage hat sich geändert. Laden Sie die Seite neu.',
  error_owner_mismatch:
    'Die Anwendung hat nach einer anderen Identität gefragt. Melden Sie sich mit jener an, um zu genehmigen.',
});
