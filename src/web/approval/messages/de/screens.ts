import { translationOf } from '../../../language/translator.ts';
import type { englishSignIn } from '../en/screens.ts';
import { germanAccount } from './account.ts';

const germanSignIn = translationOf<typeof englishSignIn>()({
  // Sign-in, passkeys, and what every screen shares.
  cancel: 'Abbrechen',
  save: 'Speichern',
  today: 'heute, {time}',
  dateAndTime: '{date}, {time}',
  unknownProgram: 'Unbekanntes Programm',
  programOnSystem: '{program} unter {system}',
  timeAndPlace: '{time}, {place}',
  placeText: '{program}, {network}',

  signIn: 'Anmelden',
  signInWithPasskey: 'Mit einem Passkey anmelden',
  createPasskey: 'Passkey erstellen',
  invite: 'Einladung',
  passkeyName: 'Name des neuen Passkeys',
  passkeyNameNeeded: 'Geben Sie dem Passkey einen Namen, damit Sie ihn später wiedererkennen.',
  noPasskeysHere:
    'Dieser Browser kann keine Passkeys verwenden. Öffnen Sie diese Adresse in einem anderen Browser oder auf Ihrem Telefon:',
  noNewIdentities: 'Hier können keine neuen Identitäten angelegt werden.',
  orSignIn: 'oder melden Sie sich an, falls Sie hier eine Identität haben',
  orCreate: 'oder legen Sie eine neue Identität an',
  lostEverything: 'Haben Sie Ihre Passkeys und Geräte verloren? {link}.',
  useRecoveryCode: 'Wiederherstellungscode verwenden',

  recoveredNotice:
    '{title} Damit wurde ein Passkey hinzugefügt ({time}), und alle Browser wurden abgemeldet. Falls Sie das nicht waren: {link} und ersetzen Sie Ihre Wiederherstellungscodes.',
  recoveredNoticeName: 'Wiederherstellung',
  recoveredNoticeTitle: 'Ein Wiederherstellungscode wurde verwendet.',
  recoveredNoticeLink: 'Entfernen Sie den Passkey',
  itWasMe: 'Das war ich',
  noticesName: 'Änderungen, die Sie noch nicht gesehen haben',
  noticesTitle: 'Waren Sie das?',
  noticesText:
    'Wenn nicht, melden Sie alle Browser ab, und entfernen Sie die Passkeys und Geräte, die Sie nicht kennen.',
  noticesSeen: 'Ja, das alles war ich',

  recover: 'Identität wiederherstellen',
  recoverText:
    'Wenn Sie alle Passkeys und Geräte verloren haben, fügt einer Ihrer Wiederherstellungscodes Ihrer Identität einen neuen Passkey hinzu. Der Code gilt einmal, und alle Ihre Browser werden abgemeldet.',
  recoveryCode: 'Wiederherstellungscode',
  recoverButton: 'Wiederherstellen',
  recovered: 'Wiederhergestellt',
  recoveredText: 'Ihr neuer Passkey wurde hinzugefügt, und alle Browser wurden abgemeldet.',
  recoveryCodesLeft: {
    one: 'Sie haben noch {count} Wiederherstellungscode.',
    other: 'Sie haben noch {count} Wiederherstellungscodes.',
  },
  recoveredNext:
    'Melden Sie sich mit dem neuen Passkey an. Entfernen Sie dann in Ihrem Konto die Passkeys und Geräte, die Sie verloren haben.',

  linkThisDevice: 'Dieses Gerät verknüpfen',
  linkThisDeviceText:
    'Dieses Gerät erhält einen Passkey der Identität, die den Link anzeigt. Fahren Sie nur fort, wenn der Link von Ihrer eigenen Kontoseite stammt: Sonst würden Sie sich als jemand anderes anmelden.',
  deviceName: 'Name dieses Geräts',
  softwarePhone: 'Stattdessen das Software-Telefon verwenden',

  // The page that asks for a decision.
  asksYouToSignIn: '{application} bittet Sie, sich anzumelden',
  connectQuestion: '{application} verbinden?',
  letAgentAct: '{agent} für Sie handeln lassen?',
  applicationChecked: '{application}, von diesem Anmeldedienst geprüft',
  applicationUnchecked: '{application}, von diesem Anmeldedienst nicht geprüft',
  service_forum: 'Forum',
  service_notifications: 'Benachrichtigungen',
  service_payments: 'Zahlungen',
  service_account: 'Ihr Konto',
  'can_forum:write': 'darf Beiträge und Kommentare schreiben',
  'can_forum:vote': 'darf abstimmen',
  'can_notifications:host': 'darf Ihre Benachrichtigungen empfangen und ändern, wer Ihnen welche senden darf',
  can_payments: 'darf Zahlungen anlegen',
  can_sign_in: 'darf wissen, dass Sie es sind',
  can_profile: 'darf Ihren Namen und Ihr Bild sehen',
  can_email: 'darf eine erfundene E-Mail-Adresse sehen, die für Sie steht',
  can_act: 'darf alles in Ihrem Namen',
  'cannot_forum:write': 'kann nicht schreiben',
  'cannot_forum:vote': 'kann nicht abstimmen',
  cannot_payments: 'kann nicht bezahlen',
  cannot_account: 'kann Ihr Konto nicht ändern',
  alsoAsks: 'Außerdem bittet die Anwendung einmal um dies',
  fromWhere: 'Von {program}, {network}, {age}.',
  yourNetwork: 'Ihr Netzwerk',
  details: 'Einzelheiten',
  signInApproves: 'Wenn Sie sich anmelden, kann die Anwendung, bis Sie die Verbindung trennen, {permissions}.',
  permission_sign_in: 'Sie bei sich anmelden',
  permission_act: 'in Ihrem Namen bei {services} handeln',
  'permission_forum:write': 'im Forum in Ihrem Namen Beiträge und Kommentare schreiben',
  'permission_forum:vote': 'im Forum in Ihrem Namen abstimmen',
  'permission_notifications:host': 'Ihre Benachrichtigungen empfangen und ändern, wer Ihnen welche senden darf',
  permission_payments: 'in Ihrem Namen Zahlungen anlegen',
  permission_profile: 'Namen und Bild Ihres Profils sehen',
  permission_email: 'eine erfundene E-Mail-Adresse sehen, die für Sie steht',
  startedHere:
    'Dieser Browser hat die Anfrage gestellt. Genehmigen Sie sie nur, wenn Sie das gerade selbst getan haben.',
  startedInOtherBrowser:
    '{application} wird nur in dem Browser genehmigt, der danach fragt. Haben Sie diese Anmeldung nicht begonnen, lehnen Sie sie ab.',
  startedElsewhere:
    'Ein Link oder eine Seite einer anderen Website hat diese Anmeldung geöffnet. Genehmigen Sie nur, wenn Sie jetzt {application} öffnen möchten.',
  approve: 'Genehmigen',
  decline: 'Ablehnen',
  expiresIn: 'Diese Anfrage läuft ab in {time}',

  selfRegistered:
    '{title} Die Anwendung hat sich selbst registriert und ihren Namen selbst gewählt. Genehmigen Sie nur, wenn Sie ihr vertrauen.',
  selfRegisteredFrom:
    '{title} Sie stammt von {host}. Die Anwendung hat sich selbst registriert und ihren Namen selbst gewählt. Genehmigen Sie nur, wenn Sie ihr vertrauen.',
  selfRegisteredReturn:
    '{title} Sie kehren zu {host} zurück. Die Anwendung hat sich selbst registriert und ihren Namen selbst gewählt. Genehmigen Sie nur, wenn Sie ihr vertrauen.',
  selfRegisteredTitle: 'Von diesem Anmeldedienst nicht geprüft.',
  otherNetwork:
    '{title} Diese Anfrage wurde im Netzwerk {network} gestellt, das nicht Ihres ist. Genehmigen Sie nur, wenn Sie {application} dort selbst gestartet haben, zum Beispiel auf einem Server oder über mobile Daten.',
  otherNetworkTitle: 'Anderes Netzwerk.',

  whichCode: 'Welchen Code zeigt der andere Bildschirm?',
  noCode: 'Er zeigt keinen Code',
  pickCode: 'Wählen Sie den Code aus, den der andere Bildschirm zeigt.',
  withoutCodeQuestion: 'Ohne Vergleich eines Codes genehmigen?',
  withoutCodeText:
    'Wenn Ihnen jemand diesen Link oder QR-Code geschickt hat, meldet die Genehmigung diese Person als Sie an. Genehmigen Sie nur, wenn Sie diese Anmeldung selbst begonnen haben, und zwar auf einem Bildschirm, der keinen Code zeigt.',
  withoutCode: 'Ohne Code genehmigen',

  application: 'Anwendung',
  agentName: '„{name}“',
  agentNameChosen: 'Diesen Namen hat das Programm gewählt.',
  requestedFrom: 'Angefragt von',
  requested: 'Angefragt',
  staysConnected: 'Bleibt verbunden',
  staysConnectedFor: '{duration} nach der letzten Verwendung, oder bis Sie die Verbindung trennen',
  key: 'Schlüssel',
  noKey: 'Keiner. Wenn jemand den Zugang kopiert, funktioniert auch die Kopie.',
  keyFollows:
    'Noch nicht bekannt. Die Anwendung muss beim Verbinden einen Schlüssel nachweisen, und nur dieser kann die Verbindung verwenden.',
  keyText: 'Nur dieser Schlüssel kann die Verbindung verwenden.',
  returnsTo: 'Kehrt zurück zu',
  address: 'Adresse {address}',
  noUserAgent: 'Das Programm hat keinen Namen gesendet.',
  userAgent: 'Nennt sich selbst {name}',

  approved: 'Genehmigt',
  approvedText: '{application} ist verbunden. Sie können die Verbindung jederzeit in Ihrem Konto trennen.',
  declined: 'Abgelehnt',
  declinedText:
    '{application} wurde nicht verbunden. Falls Sie das nicht selbst begonnen haben, müssen Sie nichts weiter tun.',
  wrongCode: 'Falscher Code',
  wrongCodeText:
    'Der andere Bildschirm zeigt einen anderen Code. Zu Ihrer Sicherheit wurde diese Anfrage beendet. Es wurde nichts verbunden. Haben Sie sie nicht gestellt, hat vielleicht jemand versucht, sich als Sie anzumelden.',
  foreignKey: 'Der Schlüssel gehört jemand anderem',
  foreignKeyText:
    'Der Schlüssel von {application} war schon mit einer anderen Identität verbunden, und nur diese kann ihn bestätigen. Es wurde nichts verbunden. Wenn Sie mehrere Identitäten haben, melden Sie sich mit der anderen an und beginnen Sie neu. Sonst braucht das Programm einen neuen Schlüssel.',
  stolenKey: 'Der Schlüssel wurde als gestohlen gemeldet',
  stolenKeyText:
    'Sie haben den Schlüssel von {application} als gestohlen gemeldet, deshalb kann er nie wieder verbunden werden. Wenn das Programm Ihnen gehört, geben Sie ihm einen neuen Schlüssel und beginnen Sie neu. Wenn Sie das nicht begonnen haben, verwendet vielleicht jemand den gestohlenen Schlüssel.',
  expired: 'Anfrage abgelaufen',
  expiredText: 'Sie wurde nicht rechtzeitig genehmigt. Es wurde nichts verbunden.',
  answered: 'Schon beantwortet',
  answeredText:
    'Diese Anfrage wurde schon beantwortet, hier oder auf einem anderen Gerät. Waren Sie das nicht, sehen Sie Ihre Agenten an.',
  returnTo: 'Zurück zu {application}',
  startAgainAt: 'Bei {application} neu beginnen',
  startAgainInTerminal:
    'Für einen neuen Versuch beginnen Sie im Terminal von vorn. Die neue Anfrage hat einen neuen Code.',
  startAgainThere:
    'Für einen neuen Versuch beginnen Sie auf dem anderen Bildschirm von vorn. Die neue Anfrage hat einen neuen Code.',
  terminalContinues: 'Zurück zum Terminal: Dort geht es von selbst weiter.',
  otherScreenContinues: 'Gehen Sie zu Ihrem anderen Bildschirm zurück. Dort geht es automatisch weiter.',
  seeAgents: 'Ihre Agenten ansehen',

  // Errors, by their code in the contract or by where the browser found them.
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
  error_parent_paused: 'Der Agent, dem er hilft, ist angehalten. Setzen Sie diesen fort.',
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

export const germanScreens = { ...germanSignIn, ...germanAccount };
