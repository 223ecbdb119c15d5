import { translationOf } from '../../../language/translator.ts';
import type { englishSignIn } from '../en/sign-in.ts';

export const germanSignIn = translationOf<typeof englishSignIn>()({
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
});
