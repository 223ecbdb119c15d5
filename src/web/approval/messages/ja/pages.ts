import { translationOf } from '../../../language/translator.ts';
import type { englishPages } from '../en/pages.ts';

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
