import { translationOf } from '../../../language/translator.ts';
import type { englishApproval } from '../en/approval.ts';

export const germanApproval = translationOf<typeof englishApproval>()({
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
});
