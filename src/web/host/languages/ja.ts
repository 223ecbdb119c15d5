import { setUiLanguage, type englishUi } from '../../ui/language.ts';
import { setHostLanguage } from '../language.ts';
import { translationOf } from '../../language/translator.ts';
import type { englishHost } from '../messages/en.ts';

const japaneseHost = translationOf<typeof englishHost>()({
  title: 'ウェブホスト',
  yourApps: 'ミニアプリ',
  invitation: 'スマートフォンまたはパスキーでサインインすると、ミニアプリを開き、支払い、通知を受け取れます。',
  listening: '通知を受信できます',
  connecting: '接続しています…',
  open: '開く',
  close: '閉じる',
  noApp: 'このインストールにはミニアプリがありません。',
  notFound: 'ページが見つかりません',
  noSuchApp: 'このアドレスにミニアプリはありません。',
  opening: '{app} を開いています…',

  allowTitle: '{app} からの通知を許可しますか?',
  allowText: '通知は 1 時間に 1 件、1 日に 3 件までです。設定でいつでもオフにできます。',
  notNow: '今はしない',
  allow: '許可する',

  pay: '支払う',
  payTitle: '{app} への支払い',
  cancel: 'キャンセル',
  simulated: 'シミュレーション: このホストはテスト用の鍵で支払うため、お金は動きません。',
  loadingInvoice: '請求書を読み込んでいます…',
  test: 'テスト: {result}',
  to: '宛先',
  network: 'ネットワーク',
  invoice: '請求書',
  alreadyPaid: 'この請求書は支払い済みです。',
  alreadyFailed: 'この請求書の支払いは失敗しました。',
  alreadyClosed: 'この請求書はもう支払えません。',

  arrived: '届いた通知',
  dismiss: '閉じる',
  dismissOne: '閉じる: {text}',

  notifications: '通知',
  notificationsHint: '許可を求めたアプリごとに切り替えられます。変更はすぐに反映されます。',
  platformSwitch: 'アカウントとアプリの変更',
  platformHint: 'パスキーやデバイスが追加されたとき、ほかのメンバーがアプリを変更したときにお知らせします。',
  nobodyAsked: '許可を求めたアプリはまだありません。アプリを開くと、お知らせがあるときに許可を求めます。',
  thisBrowser: 'このブラウザー',
  whenClosed: 'このページを閉じていても通知する',
  noWebPush: 'このブラウザーはウェブプッシュに対応していません。',
  blocked: 'このサイトの通知はブロックされています。先にブラウザーの設定で許可してください。',
  notAllowed: 'このサイトの通知は許可されませんでした。',
  pushUnreachable: 'このブラウザーのプッシュサービスに接続できません。接続を確認して、もう一度お試しください。',
});

const japaneseUi = translationOf<typeof englishUi>()({
  loading: '読み込んでいます…',
  showMore: 'さらに表示',
  tryAgain: 'もう一度試す',
  nextTry: '{seconds} 秒後にもう一度試します。',
  menu: 'メニュー',
  account: 'アカウント',
  theme: 'テーマ',
  themeSystem: 'システムに合わせる',
  themeLight: 'ライト',
  themeDark: 'ダーク',
  language: '言語',
  signIn: 'サインイン',
  signOut: 'サインアウト',
  signOutHint: 'このブラウザーでの「{title}」のセッションを終了します。プロバイダーにはサインインしたままです。',
  youAre: 'あなたは {who} です',
  signedOut: 'サインアウトしたか、セッションが終了しました。続けるにはもう一度サインインしてください。',
  declined: 'リクエストは拒否されました。何も接続されていません。',
  expired: 'リクエストは承認される前に期限切れになりました。有効期間は数分です。',
  crashed: 'ページで問題が発生しました',
  reload: 'ページを再読み込み',
  unexpectedStatus:
    'サービスから予期しないステータス ({status}) が返されました。もう一度試し、続く場合はログを確認してください。',
  unreachable: 'サービスに接続できません。接続とサービスの状態を確認して、もう一度お試しください。',
  tooMany: 'リクエストが多すぎます。{time} 後にもう一度お試しください。',
  sessionEnded: 'セッションが終了しました。もう一度サインインするか、アプリを開き直してください。({reason})',
  refused: 'サービスがステータス {status} でリクエストを拒否しました。',
});

setHostLanguage('ja', japaneseHost);
setUiLanguage('ja', japaneseUi);
