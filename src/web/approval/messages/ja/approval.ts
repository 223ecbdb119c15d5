import { translationOf } from '../../../language/message.ts';
import type { englishApproval } from '../en/approval.ts';

export const japaneseApproval = translationOf<typeof englishApproval>()({
  asksYouToSignIn: '{application} がサインインを求めています',
  connectQuestion: '{application} を接続しますか？',
  itCan: '接続を解除するまで、このアプリケーションには次のことが許可されます：{permissions}。',
  signInApproves:
    'サインインすると、接続を解除するまで、このアプリケーションには次のことが許可されます：{permissions}。',
  permission_sign_in: 'サインインの確認',
  permission_act: '{services} でのご本人に代わる操作',
  'permission_forum:write': 'フォーラムでのご本人に代わる投稿とコメント',
  'permission_forum:vote': 'フォーラムでのご本人に代わる投票',
  'permission_notifications:host': '通知の受信と、通知を送れる相手の変更',
  permission_payments: 'ご本人に代わる支払いの作成',
  permission_profile: 'プロフィールの名前と画像の閲覧',
  permission_email: 'ご本人を表す架空のメールアドレスの閲覧',
  startedHere: 'このリクエストはこのブラウザーから送信されました。たった今ご自身で操作した場合にだけ承認してください。',
  startedInOtherBrowser:
    '{application} は、サインインを始めたブラウザーでのみ承認できます。ご自身で始めたサインインでない場合は、拒否してください。',
  startedElsewhere:
    'リンクまたは別のサイトのページがこのサインインを開きました。今 {application} を開きたい場合にだけ承認してください。',
  approve: '承認',
  decline: '拒否',
  expiresIn: 'このリクエストの残り時間：{time}',

  selfRegistered:
    '{title}このアプリケーションは自ら登録し、名前も自ら付けたものです。信頼できる場合にだけ承認してください。',
  selfRegisteredFrom:
    '{title}提供元は {host} です。このアプリケーションは自ら登録し、名前も自ら付けたものです。信頼できる場合にだけ承認してください。',
  selfRegisteredReturn:
    '{title}戻り先は {host} です。このアプリケーションは自ら登録し、名前も自ら付けたものです。信頼できる場合にだけ承認してください。',
  selfRegisteredTitle: 'このサービスでは確認していません。',
  otherNetwork:
    '{title}このリクエストは、現在ご利用のネットワークとは異なる {network} から送信されました。サーバー上やモバイル通信など、ご自身がそこで {application} を開始した場合にだけ承認してください。',
  otherNetworkTitle: '別のネットワークです。',

  whichCode: 'もう一方の画面に表示されているコードはどれですか？',
  noCode: 'コードは表示されていません',
  pickCode: 'もう一方の画面に表示されているコードを選んでください。',
  withoutCodeQuestion: 'コードを照合せずに承認しますか？',
  withoutCodeText:
    'このリンクや QR コードが誰かから送られてきたものである場合、承認すると、その人があなたとしてサインインします。コードを表示しない画面でご自身がこのサインインを開始した場合にだけ承認してください。',
  withoutCode: 'コードなしで承認',

  application: 'アプリケーション',
  callsItself: '自称',
  agentName: '「{name}」',
  agentNameChosen: 'この名前はプログラムが付けたものです。どのような名前でも自由に付けることができます。',
  requestedFrom: 'リクエスト元',
  requested: 'リクエスト日時',
  staysConnected: '接続期間',
  staysConnectedFor: '最後の使用から {duration}、または接続を解除するまで',
  key: '鍵',
  noKey: 'なし。この接続のトークンは鍵に結び付けられていません。',
  keyFollows: '未提示。アプリケーションは接続時に鍵を証明する必要があり、その鍵だけが接続を使用できます。',
  keyText: 'この鍵だけが接続を使用できます。',
  returnsTo: '戻り先',
  technicalDetails: '技術的な詳細',
  address: 'アドレス：{address}',
  noUserAgent: 'プログラムは名前を送信していません。',
  userAgent: 'プログラムの自称：{name}',

  approved: '承認しました',
  approvedText: '{application} を接続しました。接続はアカウントでいつでも解除できます。',
  declined: '拒否しました',
  declinedText: '{application} は接続されませんでした。心当たりがない場合も、これ以上の操作は必要ありません。',
  wrongCode: 'コードが違います',
  wrongCodeText:
    'もう一方の画面のコードと異なるため、このリクエストは終了し、何も接続されませんでした。ご自身で開始した場合は、{application} に戻って最初からやり直してください。心当たりがない場合は、誰かがあなたとしてサインインしようとした可能性があります。',
  foreignKey: 'この鍵は別の人のものです',
  foreignKeyText:
    '{application} の鍵は以前に別の ID に接続されており、承認できるのはその ID だけです。何も接続されていません。ID を複数お持ちの場合は、その ID でサインインしてやり直してください。そうでない場合、プログラムには新しい鍵が必要です。',
  stolenKey: 'この鍵は盗難の報告を受けています',
  stolenKeyText:
    'あなたは {application} の鍵が盗まれたと報告したため、この鍵は二度と接続できません。ご自分のプログラムであれば、新しい鍵を設定してやり直してください。心当たりがない場合は、盗まれた鍵を誰かが使っている可能性があります。',
  expired: 'リクエストの期限切れ',
  expiredText: 'このリクエストの有効期限が切れました。{application} に戻り、最初からやり直してください。',
  continueTo: '{application} へ進む',
  otherScreenContinues: 'もう一方の画面に戻ってください。自動的に次へ進みます。',
  closePage: 'このページは閉じてかまいません。',
});
