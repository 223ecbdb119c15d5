import { translationOf } from '../../../language/translator.ts';
import type { englishAccount } from '../en/account.ts';

export const germanAccount = translationOf<typeof englishAccount>()({
  account: 'Ihr Konto',
  accountText:
    'Verwalten Sie die Anwendungen und Agenten, die in Ihrem Namen handeln können, sowie Ihre Passkeys und Geräte.',
  invited: 'Sie sind eingeladen',
  invitedText:
    'Erstellen Sie auf diesem Gerät einen Passkey: Er ist hier Ihre Identität, ohne Namen und ohne E-Mail-Adresse. Die Einladung gilt einmal.',
  sessionAddress: 'Sitzungsadresse {address}',
  created: 'Angelegt: {time}',
  signOut: 'Abmelden',
  oneWayToSignIn:
    '{title} Wenn Sie sie verlieren, verlieren Sie diese Identität. {authenticators}, am besten auf einem anderen Gerät, oder {recovery}.',
  oneWayToSignInTitle: 'Sie haben nur eine Anmeldemöglichkeit.',
  oneWayToSignInAdd: 'Fügen Sie eine zweite hinzu',
  oneWayToSignInRecovery: 'erstellen Sie Wiederherstellungscodes',
  sections: 'Abschnitte Ihres Kontos',
  connections: 'Agenten und Anwendungen',
  connectionsText:
    'Diese können in Ihrem Namen handeln, bis Sie die Verbindung trennen. Anwendungen kennen von Ihnen die Sitzungsadresse und, wenn Sie es erlaubt haben, Ihr Profil.',
  profile: 'Profil',
  profileText:
    'Eine Anwendung sieht dies nur, wenn sie danach fragt; die Seite, auf der Sie sie genehmigen, weist darauf hin. Sie können alles leer lassen.',
  profileName: 'Anzeigename',
  profilePicture: 'Adresse eines Bildes',
  profilePictureHint: 'eine Adresse, die mit https:// beginnt',
  saveProfile: 'Profil speichern',
  profileSaved: 'Ihr Profil ist gespeichert.',
  authenticators: 'Anmeldemöglichkeiten',
  authenticatorsText:
    'Damit melden Sie sich an und genehmigen Anfragen. Ein Passkey funktioniert in Browsern, und sein Anbieter kann ihn zwischen Ihren Geräten synchronisieren. Ein Gerät ist eine App oder ein Programm mit eigenem Schlüssel.',
  recovery: 'Wiederherstellungscodes',
  recoveryText:
    'Wenn Sie alle Passkeys und Geräte verlieren, fügt ein Wiederherstellungscode dieser Identität einen neuen Passkey hinzu. Jeder Code gilt einmal.',
  browsers: 'Angemeldete Browser',
  browsersText:
    'Diese Browser können diese Seite öffnen. Für Genehmigungen und wichtige Änderungen ist zusätzlich Ihr Passkey nötig.',
  activity: 'Aktivitäten',
  activityText: 'Was in den letzten 400 Tagen mit Ihrer Identität geschehen ist.',
  deletion: 'Identität löschen',
  deletionText:
    'Damit werden alle Anwendungen getrennt und Ihre Passkeys und Geräte gelöscht. Ihre Sitzungsadresse wird nie wieder vergeben.',

  connectionList: 'Verbundene Anwendungen und Agenten',
  noConnections: 'Keine Anwendung und kein Agent ist verbunden.',
  helpersOf: 'Helfer von {name}',
  helper: 'Helfer eines Agenten, beschränkt auf {scopes}',
  callsItselfName: 'Nennt sich „{name}“',
  lastUsed: 'Zuletzt verwendet: {time}',
  lastUsedAt: 'Zuletzt verwendet: {time}, {place}',
  connected: 'Verbunden: {time}',
  keyBeginning: 'Schlüssel {beginning} …',
  notBound: 'An keinen Schlüssel gebunden',
  showOlderConnections: 'Ältere anzeigen',
  disconnect: 'Trennen',
  disconnectName: '{name} trennen, verbunden: {time}',
  disconnectQuestion: '{name} trennen?',
  disconnectText:
    'Die Plattform lehnt die Anwendung innerhalb von Sekunden ab, Server mit eigener Tokenprüfung innerhalb von 15 Minuten. Bevor sie wieder in Ihrem Namen handeln kann, muss sie Sie erneut fragen.',
  whyDisconnect: 'Warum?',
  noLongerUsed: 'Ich benutze es nicht mehr',
  keyStolen: 'Der Schlüssel könnte gestohlen sein',
  keyStolenText:
    'Niemand kann den Schlüssel wieder verwenden, und was er je signiert hat, etwa Commits, gilt nicht mehr als Ihres. Der Agent braucht einen neuen Schlüssel. Das lässt sich nicht rückgängig machen; Sie bestätigen es mit Ihrem Passkey.',
  rename: 'Umbenennen',
  renameTitle: '{name} umbenennen',
  renameConnection: '{name} umbenennen, verbunden: {time}',
  newName: 'Neuer Name',
  nameHint: 'ein Name, der nicht leer ist',

  addPasskey: 'Passkey hinzufügen',
  linkDevice: 'Telefon oder Gerät verknüpfen',
  passkeyUsed: 'Passkey, zuletzt verwendet: {time}',
  passkeyUnused: 'Passkey, noch nicht verwendet',
  deviceUsed: 'Gerät, zuletzt verwendet: {time}',
  deviceUnused: 'Gerät, noch nicht verwendet',
  added: 'Hinzugefügt: {time}',
  renamePasskeyTitle: 'Passkey {name} umbenennen',
  renameDeviceTitle: 'Gerät {name} umbenennen',
  renamePasskey: 'Passkey {name} umbenennen, hinzugefügt: {time}',
  renameDevice: 'Gerät {name} umbenennen, hinzugefügt: {time}',
  remove: 'Entfernen',
  removePasskey: 'Passkey {name} entfernen, hinzugefügt: {time}',
  removeDevice: 'Gerät {name} entfernen, hinzugefügt: {time}',
  removePasskeyQuestion: 'Passkey {name} entfernen?',
  removeDeviceQuestion: 'Gerät {name} entfernen?',
  removePasskeyText:
    'Hinzugefügt: {time}. Sie können sich damit nicht mehr anmelden. Browser, die sich damit angemeldet haben, werden abgemeldet, und die darin begonnenen Anwendungen enden.',
  removeLastPasskeyText:
    'Hinzugefügt: {time}. Sie können sich damit nicht mehr anmelden. Browser, die sich damit angemeldet haben, werden abgemeldet, und die darin begonnenen Anwendungen enden. Es ist Ihr einziger Passkey: Ohne Passkey können Sie sich auf dieser Seite nicht anmelden und nur mit Ihren Geräten genehmigen.',
  removeDeviceText:
    'Hinzugefügt: {time}. Das Gerät kann keine Anfragen mehr genehmigen und nicht mehr in Ihrem Namen handeln.',

  linkText:
    'Scannen Sie den QR-Code mit der Kamera Ihres Telefons oder öffnen Sie den Link darauf. Mit dem Gerät kann man sich danach als Sie anmelden: Zeigen Sie den Code niemandem.',
  linkCode: 'QR-Code des Links',
  linkTimeLeft: 'Der Link gilt einmal, noch {time}',
  linkWaiting: 'Warten auf das andere Gerät …',
  linkEnded: 'Dieser Link ist abgelaufen. Schließen Sie dieses Fenster und erstellen Sie einen neuen.',
  close: 'Schließen',
  theDevice: 'Das Gerät',
  wasLinked: '{name} wurde verknüpft. Falls das Gerät nicht Ihnen gehört, entfernen Sie es.',

  noCodes: 'Sie haben keine Wiederherstellungscodes.',
  unusedCodes: {
    one: 'Sie haben {count} unbenutzten Code. Erstellen Sie bald neue.',
    other: 'Sie haben {count} unbenutzte Codes.',
  },
  createCodes: 'Wiederherstellungscodes erstellen',
  replaceCodes: 'Wiederherstellungscodes ersetzen',
  replaceCodesQuestion: 'Wiederherstellungscodes ersetzen?',
  replaceCodesText: 'Die Codes, die Sie aufbewahrt haben, gelten dann nicht mehr.',
  replace: 'Ersetzen',
  codes: 'Ihre Wiederherstellungscodes',
  codesText:
    'Bewahren Sie sie so auf, dass Sie sie ohne Ihre Geräte finden, zum Beispiel auf Papier oder in einem Passwortmanager. Sie werden nicht noch einmal angezeigt. Jeder gilt einmal.',
  copy: 'Kopieren',
  copied: 'Kopiert',
  download: 'Herunterladen',
  codesSaved: 'Ich habe sie gespeichert',

  thisBrowser: 'Dieser Browser',
  signedIn: 'Angemeldet: {time}',
  endSession: 'Abmelden',
  endSessionOf: '{browser} abmelden, angemeldet: {time}',
  endAllSessions: 'Alle Sitzungen beenden',
  endAllSessionsQuestion: 'Alle Sitzungen beenden?',
  endAllSessionsText:
    'Alle Browser werden abgemeldet, auch dieser, und die darin begonnenen Anwendungen enden. Agenten und Anwendungen, die Sie auf einem anderen Gerät genehmigt haben, bleiben verbunden.',

  ends: 'Damit enden {ended}.',
  endsNothing: 'Keine Anwendung und kein Agent endet damit.',
  endedBrowsers: { one: '{count} Browser', other: '{count} Browser' },
  endedApplications: { one: '{count} Anwendung', other: '{count} Anwendungen' },
  endedAgents: { one: '{count} Agent', other: '{count} Agenten' },
  endedHelpers: { one: '{count} Helfer', other: '{count} Helfer' },
  agentsStay: { one: '{count} Agent bleibt verbunden.', other: '{count} Agenten bleiben verbunden.' },
  endsUnused: 'Endet {expires}, wenn nicht genutzt, und in jedem Fall {ends}',
  signOutQuestion: 'In diesem Browser abmelden?',
  endSessionQuestion: '{browser} abmelden?',
  endSessionText: 'Die Anwendungen, die darin gestartet wurden, enden auch.',
  disconnectApproved: 'Auch die Anwendungen und Agenten trennen, die damit freigegeben wurden',
  stolenSince: 'Seit wann, falls bekannt',
  stolenSinceText: 'Was davor signiert und bestätigt wurde, gilt weiter. Ohne Datum gilt nichts mehr.',

  showOlderEvents: 'Ältere Ereignisse anzeigen',
  downloadJson: 'Als JSON herunterladen',
  deleteIdentity: 'Löschen …',
  deleteQuestion: 'Ihre Identität löschen?',
  deleteText:
    'Alle Anwendungen werden getrennt, und der Anmeldedienst löscht Ihre Passkeys. Das kann nicht rückgängig gemacht werden.',
  deleteForGood: 'Endgültig löschen',
  deleted: 'Gelöscht',
  deletedText:
    'Ihre Identität ist gelöscht, und alle Anwendungen sind getrennt. Sie können den Passkey jetzt von Ihrem Gerät entfernen.',
});
