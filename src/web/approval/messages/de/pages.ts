import { translationOf } from '../../../language/translator.ts';
import type { englishPages } from '../en/pages.ts';

export const germanPages = translationOf<typeof englishPages>()({
  language: 'Sprache',
  navigation: 'Plattform',
  skipToContent: 'Zum Inhalt springen',
  start: 'Startseite',
  forum: 'Forum',
  portal: 'Entwicklerportal',
  host: 'Web-Host',
  account: 'Ihr Konto',
  documentation: 'Dokumentation',
  requests: 'Anfragen',
  offlineTitle: 'Sie sind offline',
  offlineText:
    'Ihre Anfragen erscheinen, sobald Sie wieder im Netz sind. Entscheiden Sie nicht, bekommt der Agent die Antwort nein.',
  tryAgain: 'Erneut versuchen',
  scan: 'Code scannen',
  receipt: 'Beleg prüfen',
  loading: 'Wird geladen …',
  scriptsOff: 'Passkeys benötigen JavaScript. Bitte aktivieren Sie es für diese Seite.',
  scriptMissing:
    'Das Skript dieser Seite fehlt. Der Betreiber dieses Anmeldedienstes muss {command} ausführen und den Dienst neu starten.',

  signInTo: 'Bei {application} anmelden',
  otherDevice: 'Auf einem anderen Gerät genehmigen',
  otherDeviceCode: 'QR-Code dieser Anfrage',
  otherDeviceScan: 'Scannen Sie den QR-Code mit Ihrem Telefon und wählen Sie dort diesen Code aus:',
  otherDeviceContinues: 'Diese Seite macht automatisch weiter, sobald Sie dort entschieden haben.',
  unknownLink: 'Unbekannter Link',
  unknownLinkTitle: 'Anmeldeanfrage nicht gefunden',
  unknownLinkText:
    'Der Link ist unvollständig, oder die Anfrage ist schon vor einiger Zeit abgelaufen. Gehen Sie zur Anwendung zurück und beginnen Sie von vorn.',

  recover: 'Identität wiederherstellen',
  linkDevice: 'Dieses Gerät verknüpfen',
  linkExpired: 'Link abgelaufen',
  linkExpiredTitle: 'Dieser Link ist abgelaufen',
  linkExpiredText:
    'Er wurde bereits verwendet, zurückgezogen oder ist älter als fünf Minuten. Erstellen Sie in Ihrem Konto einen neuen.',

  connectDevice: 'Gerät verbinden',
  connectDeviceText:
    'Geben Sie den Code ein, den das Gerät anzeigt. Fahren Sie nur fort, wenn das Gerät vor Ihnen steht oder Ihnen gehört.',
  deviceCode: 'Code',
  continue: 'Weiter',
  deviceCodeUnknown:
    'Auf diesen Code wartet kein Gerät. Prüfen Sie ihn oder beginnen Sie am Gerät von vorn: Ein Code gilt nur wenige Minuten.',
  deviceCodeFromOtherSite: 'Der Code wurde von einer anderen Website gesendet. Geben Sie ihn auf dieser Seite ein.',

  signedOut: 'Abgemeldet',
  signedOutTitle: 'Sie sind abgemeldet',
  signedOutText:
    'Dieser Browser ist hier nicht mehr angemeldet, und die darin begonnenen Anwendungen sind beendet. Agenten und was Sie auf einem anderen Gerät genehmigt haben, bleiben verbunden.',
  notSignedInTitle: 'Sie sind hier nicht angemeldet',
  notSignedInText:
    'Nichts wurde beendet: Dieser Browser ist nicht als die Person angemeldet, die die Anwendung nannte.',
  signOutQuestion: 'Abmelden?',
  signOutText: 'Eine Anwendung möchte diesen Browser von Platform Sign-In abmelden.',
  signOutEnds: {
    one: 'Das beendet {count} Anwendung, die Sie in diesem Browser geöffnet haben. Agenten und andere Geräte bleiben verbunden.',
    other:
      'Das beendet {count} Anwendungen, die Sie in diesem Browser geöffnet haben. Agenten und andere Geräte bleiben verbunden.',
  },
  signOut: 'Abmelden',
  staySignedIn: 'Angemeldet bleiben',
  signingOut: 'Abmeldung',
  signingOutTitle: 'Sie werden abgemeldet …',

  pageNotFound: 'Seite nicht gefunden',
  pageNotFoundText: 'Unter dieser Adresse gibt es keine Seite. Prüfen Sie den Link.',

  cannotContinue: 'Diese Anfrage kann nicht fortgesetzt werden',
  cannotContinueText:
    'Gehen Sie zur Anwendung zurück und beginnen Sie von vorn. Falls diese Seite wieder erscheint, teilen Sie dem Betreiber der Anwendung Folgendes mit:',
  unverifiedApplication:
    '{application} hat sich selbst registriert und wurde von niemandem geprüft. Gehen Sie nur weiter zu {host}, wenn Sie diese Adresse kennen.',
  continueToHost: 'Weiter zu {host}',
  notSignedOut:
    'Sie wurden nicht abgemeldet. Falls diese Seite wieder erscheint, teilen Sie dem Betreiber der Anwendung Folgendes mit:',
});
