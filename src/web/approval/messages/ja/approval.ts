import { translationOf } from '../../../language/translator.ts';
import type { englishApproval } from '../en/approval.ts';

export const japaneseApproval = translationOf<typeof englishApproval>()({
  asksYouToSignIn: '{application} がサインインを求めています',
  connectQuestion: '{application} を接続しますか？',
  letAgentAct: '{agent} に操作を任せますか？',
  applicationChecked: '{application}（このサービスで確認済み）',
  applicationUnchecked: '{application}（このサービスでは未確認）',
  service_forum: 'フォーラム',
  service_notifications: '通知',
  service_payments: '支払い',
  service_account: 'アカウント',
  'can_forum:write': '投稿とコメントができます',
  'can_forum:vote': '投票できます',
  'can_notifications:host': '通知を受け取り、通知を送れる相手を変更できます',
  can_payments: '支払いを作成できます',
  can_sign_in: 'ご本人であることを確認できます',
  can_profile: '名前と画像を見ることができます',
  can_email: 'ご本人を表す架空のメールアドレスを見ることができます',
  can_act: 'ご本人に代わってすべての操作ができます',
  'cannot_forum:write': '投稿はできません',
  'cannot_forum:vote': '投票はできません',
  cannot_payments: '支払いはできません',
  cannot_account: 'アカウントの変更はできません',
  fromWhere: '{program}、{network}、{age}',
  yourNetwork: 'お使いのネットワーク',
  details: '詳細',
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
  agentName: '「{name}」',
  agentNameChosen: 'この名前はプログラムが付けたものです。',
  requestedFrom: 'リクエスト元',
  requested: 'リクエスト日時',
  staysConnected: '接続期間',
  staysConnectedFor: '最後の使用から {duration}、または接続を解除するまで',
  key: '鍵',
  noKey: 'なし。アクセスがコピーされた場合は、コピーも使えます。',
  keyFollows: '未提示。アプリケーションは接続時に鍵を証明する必要があり、その鍵だけが接続を使用できます。',
  keyText: 'この鍵だけが接続を使用できます。',
  returnsTo: '戻り先',
  address: 'アドレス：{address}',
  noUserAgent: 'プログラムは名前を送信していません。',
  userAgent: 'プログラムの自称：{name}',

  approved: '承認しました',
  approvedText: '{application} を接続しました。接続はアカウントでいつでも解除できます。',
  declined: '拒否しました',
  declinedText: '{application} は接続されませんでした。心当たりがない場合も、これ以上の操作は必要ありません。',
  wrongCode: 'コードが違います',
  wrongCodeText:
    'もう一方の画面のコードと異なります。安全のため、このリクエストは終了し、何も接続されませんでした。心当たりがない場合は、誰かがあなたとしてサインインしようとした可能性があります。',
  foreignKey: 'この鍵は別の人のものです',
  foreignKeyText:
    '{application} の鍵は以前に別の ID に接続されており、承認できるのはその ID だけです。何も接続されていません。ID を複数お持ちの場合は、その ID でサインインしてやり直してください。そうでない場合、プログラムには新しい鍵が必要です。',
  stolenKey: 'この鍵は盗難の報告を受けています',
  stolenKeyText:
    'あなたは {application} の鍵が盗まれたと報告したため、この鍵は二度と接続できません。ご自分のプログラムであれば、新しい鍵を設定してやり直してください。心当たりがない場合は、盗まれた鍵を誰かが使っている可能性があります。',
  expired: 'リクエストの期限切れ',
  expiredText: '時間内に承認されませんでした。何も接続されていません。',
  answered: '回答済みです',
  answeredText:
    'このリクエストには、この端末または別の端末ですでに回答されています。心当たりがない場合は、エージェントの一覧を確認してください。',
  returnTo: '{application} に戻る',
  startAgainAt: '{application} でやり直す',
  startAgainInTerminal: 'やり直すには、ターミナルでもう一度開始してください。新しいコードが表示されます。',
  startAgainThere: 'やり直すには、もう一方の画面でもう一度開始してください。新しいコードが表示されます。',
  terminalContinues: 'ターミナルに戻ってください。自動的に次へ進みます。',
  otherScreenContinues: 'もう一方の画面に戻ってください。自動的に次へ進みます。',
  seeAgents: 'エージェントを見る',
});
