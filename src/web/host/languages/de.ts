import { setUiLanguage, type englishUi } from '../../ui/language.ts';
import { setHostLanguage } from '../language.ts';
import { translationOf } from '../../language/translator.ts';
import type { englishHost } from '../messages/en.ts';

const germanHost = translationOf<typeof englishHost>()({
  title: 'Web-Host',
  yourApps: 'Ihre Mini-Apps',
  invitation:
    'Melden Sie sich mit Ihrem Telefon oder einem Passkey an, um Mini-Apps zu öffnen, in ihnen zu bezahlen und ihre Mitteilungen zu erhalten.',
  listening: 'bereit für Mitteilungen',
  connecting: 'Verbindung wird aufgebaut…',
  open: 'Öffnen',
  close: 'Schließen',
  noApp: 'Diese Installation hat keine Mini-App.',
  notFound: 'Seite nicht gefunden',
  noSuchApp: 'Diese Installation hat unter dieser Adresse keine Mini-App.',
  opening: '{app} wird geöffnet…',

  allowTitle: 'Darf {app} Ihnen Mitteilungen senden?',
  allowText:
    'Höchstens eine Mitteilung pro Stunde und drei pro Tag. Sie können sie in den Einstellungen jederzeit abschalten.',
  notNow: 'Nicht jetzt',
  allow: 'Erlauben',

  pay: 'Bezahlen',
  payTitle: '{app} bezahlen',
  cancel: 'Abbrechen',
  simulated: 'Simuliert: Dieser Host bezahlt mit einem Testschlüssel, es fließt kein Geld.',
  loadingInvoice: 'Rechnung wird geladen…',
  test: 'Test: {result}',
  to: 'An',
  network: 'Netzwerk',
  invoice: 'Rechnung',
  alreadyPaid: 'Diese Rechnung ist bereits bezahlt.',
  alreadyFailed: 'Diese Rechnung ist fehlgeschlagen.',
  alreadyClosed: 'Diese Rechnung kann nicht mehr bezahlt werden.',

  arrived: 'Eingegangene Mitteilungen',
  dismiss: 'Verwerfen',
  dismissOne: 'Verwerfen: {text}',

  notifications: 'Mitteilungen',
  notificationsHint: 'Ein Schalter je App, die um Erlaubnis gefragt hat. Änderungen gelten sofort.',
  platformSwitch: 'Änderungen an Ihrem Konto und Ihren Apps',
  platformHint:
    'Die Plattform meldet Ihnen, wenn ein Passkey oder Gerät hinzukommt und wenn ein anderes Mitglied eine Ihrer Apps ändert.',
  nobodyAsked: 'Noch hat keine App um Erlaubnis gefragt. Öffnen Sie eine: Sie fragt, wenn sie etwas mitzuteilen hat.',
  thisBrowser: 'Dieser Browser',
  whenClosed: 'Mitteilen, auch wenn diese Seite geschlossen ist',
  noWebPush: 'Dieser Browser unterstützt keine Web-Push-Mitteilungen.',
  blocked: 'Mitteilungen dieser Website sind blockiert. Erlauben Sie sie zuerst in den Browsereinstellungen.',
  notAllowed: 'Sie haben Mitteilungen für diese Website nicht erlaubt.',
  pushUnreachable:
    'Der Push-Dienst dieses Browsers ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
});

const germanUi = translationOf<typeof englishUi>()({
  loading: 'Wird geladen…',
  showMore: 'Mehr anzeigen',
  tryAgain: 'Erneut versuchen',
  nextTry: 'Nächster Versuch in {seconds} s.',
  menu: 'Menü',
  account: 'Ihr Konto',
  theme: 'Darstellung',
  themeSystem: 'Wie das System',
  themeLight: 'Hell',
  themeDark: 'Dunkel',
  language: 'Sprache',
  signIn: 'Anmelden',
  signOut: 'Abmelden',
  signOutHint: 'Beendet Ihre Sitzung bei „{title}“ in diesem Browser. Beim Anbieter bleiben Sie angemeldet.',
  youAre: 'Sie sind {who}',
  signedOut:
    'Sie haben sich abgemeldet, oder Ihre Sitzung ist beendet. Melden Sie sich wieder an, um dort weiterzumachen.',
  declined: 'Die Anfrage wurde abgelehnt. Es wurde nichts verbunden.',
  expired: 'Die Anfrage ist abgelaufen, bevor sie bestätigt wurde. Eine Anfrage gilt einige Minuten.',
  crashed: 'Diese Seite ist abgestürzt',
  reload: 'Seite neu laden',
  unexpectedStatus:
    'Der Dienst hat mit einem unerwarteten Status geantwortet ({status}). Versuchen Sie es erneut, und prüfen Sie sonst sein Protokoll.',
  unreachable:
    'Der Dienst ist nicht erreichbar. Prüfen Sie Ihre Verbindung und ob der Dienst läuft, und versuchen Sie es erneut.',
  tooMany: 'Zu viele Anfragen. Versuchen Sie es in {time} erneut.',
  sessionEnded: 'Ihre Sitzung ist beendet. Melden Sie sich wieder an, oder öffnen Sie die App neu. ({reason})',
  refused: 'Der Dienst hat die Anfrage mit Status {status} abgelehnt.',
});

setHostLanguage('de', germanHost);
setUiLanguage('de', germanUi);
