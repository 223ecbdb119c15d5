import { translationOf } from '../../../language/message.ts';
import type { englishApproval } from '../en/approval.ts';

export const germanApproval = translationOf<typeof englishApproval>()({
  asksYouToSignIn: '{application} bittet Sie, sich anzumelden',
  connectQuestion: '{application} verbinden?',
  itCan: 'Die Anwendung kann, bis Sie die Verbindung trennen, {permissions}.',
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
  callsItself: 'Nennt sich',
  agentName: '„{name}“',
  agentNameChosen: 'Diesen Namen hat das Programm gewählt. Jeder kann jeden Namen wählen.',
  requestedFrom: 'Angefragt von',
  requested: 'Angefragt',
  staysConnected: 'Bleibt verbunden',
  staysConnectedFor: '{duration} nach der letzten Verwendung, oder bis Sie die Verbindung trennen',
  key: 'Schlüssel',
  noKey: 'Keiner. Die Tokens dieser Verbindung sind an keinen Schlüssel gebunden.',
  keyFollows:
    'Noch nicht bekannt. Die Anwendung muss beim Verbinden einen Schlüssel nachweisen, und nur dieser kann die Verbindung verwenden.',
  keyText: 'Nur dieser Schlüssel kann die Verbindung verwenden.',
  returnsTo: 'Kehrt zurück zu',
  technicalDetails: 'Technische Details',
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
    'Der andere Bildschirm zeigt einen anderen Code. Deshalb wurde diese Anfrage beendet und nichts verbunden. Falls Sie sie gestellt haben, gehen Sie zu {application} zurück und beginnen Sie von vorn. Falls nicht, hat möglicherweise jemand versucht, sich als Sie anzumelden.',
  foreignKey: 'Der Schlüssel gehört jemand anderem',
  foreignKeyText:
    'Der Schlüssel von {application} war schon mit einer anderen Identität verbunden, und nur diese kann ihn bestätigen. Es wurde nichts verbunden. Wenn Sie mehrere Identitäten haben, melden Sie sich mit der anderen an und beginnen Sie neu. Sonst braucht das Programm einen neuen Schlüssel.',
  stolenKey: 'Der Schlüssel wurde als gestohlen gemeldet',
  stolenKeyText:
    'Sie haben den Schlüssel von {application} als gestohlen gemeldet, deshalb kann er nie wieder verbunden werden. Wenn das Programm Ihnen gehört, geben Sie ihm einen neuen Schlüssel und beginnen Sie neu. Wenn Sie das nicht begonnen haben, verwendet vielleicht jemand den gestohlenen Schlüssel.',
  expired: 'Anfrage abgelaufen',
  expiredText: 'Diese Anfrage ist abgelaufen. Gehen Sie zu {application} zurück und beginnen Sie von vorn.',
  continueTo: 'Weiter zu {application}',
  otherScreenContinues: 'Gehen Sie zu Ihrem anderen Bildschirm zurück. Dort geht es automatisch weiter.',
  closePage: 'Sie können diese Seite schließen.',
});
