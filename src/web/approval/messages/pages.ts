import { translationOf } from '../../language/translator.ts';

/** Texts that the provider writes into its pages, without a script. */
export const englishPages = {
  language: 'Language',
  navigation: 'Platform',
  skipToContent: 'Skip to the content',
  start: 'Start',
  forum: 'Forum',
  portal: 'Developer portal',
  host: 'Web host',
  account: 'Your account',
  documentation: 'Documentation',
  requests: 'Requests',
  offlineTitle: 'You are offline',
  offlineText:
    'Your requests are shown when you are back on the network. An agent whose request you do not decide gets no.',
  tryAgain: 'Try again',
  scan: 'Scan a code',
  receipt: 'Verify a receipt',
  loading: 'Loading…',
  scriptsOff: 'Passkeys need JavaScript. Turn it on for this page.',
  scriptMissing:
    'The script of this page is not built. The operator of this provider has to run {command} and restart it.',

  signInTo: 'Sign in to {application}',
  otherDevice: 'Approve on another device',
  otherDeviceCode: 'QR code of this request',
  otherDeviceScan: 'Scan this with your phone, and pick this code there:',
  otherDeviceContinues: 'This page continues automatically when you have decided there.',
  unknownLink: 'Unknown link',
  unknownLinkTitle: 'Sign-in request not found',
  unknownLinkText:
    'The link is incomplete, or the request expired some time ago. Go back to the application and start again.',

  recover: 'Recover your identity',
  linkDevice: 'Link this device',
  linkExpired: 'Link expired',
  linkExpiredTitle: 'This link has expired',
  linkExpiredText: 'It was used before, withdrawn, or is older than five minutes. Create a new one in your account.',

  connectDevice: 'Connect a device',
  connectDeviceText: 'Type the code that the device shows. Only go on if the device is in front of you, or yours.',
  deviceCode: 'Code',
  continue: 'Continue',
  deviceCodeUnknown:
    'No device is waiting for this code. Check the code, or start again on the device: a code works for a few minutes.',
  deviceCodeFromOtherSite: 'The code was sent by another site. Type it on this page.',

  signedOut: 'Signed out',
  signedOutTitle: 'You are signed out',
  signedOutText:
    'This browser is no longer signed in here, and the applications that were started in it have ended. Agents, and what you approved on another device, stay connected.',
  notSignedInTitle: 'You are not signed in here',
  notSignedInText: 'Nothing ended: this browser is not signed in as the person whom the application named.',
  signOutQuestion: 'Sign out?',
  signOutText: 'An application asks to sign this browser out of Platform Sign-In.',
  signOutEnds: {
    one: 'This ends {count} application that you opened in this browser. Agents and other devices stay connected.',
    other: 'This ends {count} applications that you opened in this browser. Agents and other devices stay connected.',
  },
  signOut: 'Sign out',
  staySignedIn: 'Stay signed in',
  signingOut: 'Signing out',
  signingOutTitle: 'Signing out …',

  pageNotFound: 'Page not found',
  pageNotFoundText: 'There is no page at this address. Check the link.',

  cannotContinue: 'This request cannot continue',
  cannotContinueText:
    'Go back to the application and start again. If this page returns, tell the operator of the application:',
  unverifiedApplication:
    '{application} registered itself, and nobody has verified it. Go on to {host} only if you know this address.',
  continueToHost: 'Go on to {host}',
  notSignedOut: 'You were not signed out. If this page returns, tell the operator of the application:',
} as const;

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

export const japanesePages = translationOf<typeof englishPages>()({
  language: '言語',
  navigation: 'プラットフォーム',
  skipToContent: '本文へ移動',
  start: 'スタート',
  forum: 'フォーラム',
  portal: '開発者ポータル',
  host: 'ウェブホスト',
  account: 'アカウント',
  documentation: 'ドキュメント',
  requests: '依頼',
  offlineTitle: 'オフラインです',
  offlineText: 'ネットワークに接続すると、依頼が表示されます。決定しなかった依頼の答えは「いいえ」になります。',
  tryAgain: 'もう一度試す',
  scan: 'コードを読み取る',
  receipt: '証明書の検証',
  loading: '読み込んでいます…',
  scriptsOff: 'パスキーを使うには JavaScript が必要です。このページで JavaScript を有効にしてください。',
  scriptMissing:
    'このページのスクリプトがありません。サインインサービスの運営者が {command} を実行し、サービスを再起動する必要があります。',

  signInTo: '{application} へのサインイン',
  otherDevice: '別のデバイスで承認する',
  otherDeviceCode: 'このリクエストの QR コード',
  otherDeviceScan: 'スマートフォンで QR コードを読み取り、表示された画面でこのコードを選んでください。',
  otherDeviceContinues: '別のデバイスで操作が終わると、このページは自動的に次へ進みます。',
  unknownLink: '不明なリンク',
  unknownLinkTitle: 'サインインのリクエストが見つかりません',
  unknownLinkText:
    'リンクが不完全か、リクエストの有効期限が切れています。アプリケーションに戻り、最初からやり直してください。',

  recover: 'アイデンティティの復旧',
  linkDevice: 'このデバイスをリンクする',
  linkExpired: 'リンクの期限切れ',
  linkExpiredTitle: 'このリンクは期限切れです',
  linkExpiredText:
    'リンクはすでに使用されたか、取り消されたか、作成から 5 分を過ぎています。アカウントで新しいリンクを作成してください。',

  connectDevice: 'デバイスの接続',
  connectDeviceText:
    'デバイスに表示されているコードを入力してください。デバイスが目の前にあるか、ご自身のものである場合にだけ続けてください。',
  deviceCode: 'コード',
  continue: '続ける',
  deviceCodeUnknown:
    'このコードで待機しているデバイスはありません。コードを確認するか、デバイスで最初からやり直してください。コードの有効期間は数分です。',
  deviceCodeFromOtherSite: 'コードが別のサイトから送信されました。このページで入力してください。',

  signedOut: 'サインアウト完了',
  signedOutTitle: 'サインアウトしました',
  signedOutText:
    'このブラウザーはサインアウトされ、ここで開始したアプリケーションも終了しました。ほかのデバイスで承認したものとエージェントは、接続されたままです。',
  notSignedInTitle: 'ここではサインインしていません',
  notSignedInText:
    '何も終了していません。このブラウザーは、アプリケーションが指定した本人としてサインインしていません。',
  signOutQuestion: 'サインアウトしますか？',
  signOutText: 'アプリケーションが、このブラウザーを Platform Sign-In からサインアウトさせようとしています。',
  signOutEnds: {
    other:
      'このブラウザーで開いた {count} 件のアプリケーションが終了します。エージェントとほかの端末の接続は維持されます。',
  },
  signOut: 'サインアウト',
  staySignedIn: 'サインインしたままにする',
  signingOut: 'サインアウト',
  signingOutTitle: 'サインアウトしています…',

  pageNotFound: 'ページが見つかりません',
  pageNotFoundText: 'このアドレスにはページがありません。リンクを確認してください。',

  cannotContinue: 'このリクエストを続行できません',
  cannotContinueText:
    'アプリケーションに戻り、最初からやり直してください。このページが再び表示される場合は、アプリケーションの運営者に次の内容をお知らせください。',
  unverifiedApplication:
    '{application} は自ら登録したアプリケーションで、誰も確認していません。{host} というアドレスをご存じの場合にだけ進んでください。',
  continueToHost: '{host} に進む',
  notSignedOut:
    'サインアウトは行われませんでした。このページが再び表示される場合は、アプリケーションの運営者に次の内容をお知らせください。',
});
