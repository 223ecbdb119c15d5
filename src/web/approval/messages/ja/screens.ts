import { translationOf } from '../../../language/translator.ts';
import type { englishSignIn } from '../en/screens.ts';
import { japaneseAccount } from './account.ts';

const japaneseSignIn = translationOf<typeof englishSignIn>()({
  // Sign-in, passkeys, and what every screen shares.
  cancel: 'キャンセル',
  save: '保存',
  today: '今日 {time}',
  dateAndTime: '{date} {time}',
  unknownProgram: '不明なプログラム',
  programOnSystem: '{program}（{system}）',
  timeAndPlace: '{time}、{place}',
  placeText: '{program}、{network}',

  signIn: 'サインイン',
  signInWithPasskey: 'パスキーでサインイン',
  createPasskey: 'パスキーを作成',
  invite: '招待コード',
  passkeyName: '新しいパスキーの名前',
  passkeyNameNeeded: 'あとで見分けられるように、パスキーの名前を入力してください。',
  noPasskeysHere:
    'このブラウザーではパスキーを使えません。別のブラウザーまたはスマートフォンでこのアドレスを開いてください:',
  noNewIdentities: 'ここでは新しいアイデンティティを作成できません。',
  orSignIn: 'すでにアイデンティティをお持ちの場合',
  orCreate: '新しいアイデンティティを作成する場合',
  lostEverything: 'パスキーとデバイスをなくした場合は、{link}してください。',
  useRecoveryCode: '復旧コードを使用',

  recoveredNotice:
    '{title}これによりパスキーが追加され（{time}）、すべてのブラウザーがサインアウトされました。心当たりがない場合は、{link}し、復旧コードを作り直してください。',
  recoveredNoticeName: '復旧',
  recoveredNoticeTitle: '復旧コードが使用されました。',
  recoveredNoticeLink: 'そのパスキーを削除',
  itWasMe: '自分で使用しました',
  noticesName: 'まだ確認していない変更',
  noticesTitle: 'ご自身の操作ですか？',
  noticesText:
    '心当たりがない場合は、すべてのブラウザからサインアウトし、見覚えのないパスキーと端末を削除してください。',
  noticesSeen: 'はい、すべて自分の操作です',

  recover: 'アイデンティティの復旧',
  recoverText:
    'パスキーとデバイスをすべてなくした場合は、復旧コードを使ってアイデンティティに新しいパスキーを追加できます。コードは 1 回だけ有効で、使用するとすべてのブラウザーがサインアウトされます。',
  recoveryCode: '復旧コード',
  recoverButton: '復旧する',
  recovered: '復旧しました',
  recoveredText: '新しいパスキーが追加され、すべてのブラウザーがサインアウトされました。',
  recoveryCodesLeft: { other: '復旧コードは残り {count} 個です。' },
  recoveredNext:
    '新しいパスキーでサインインしてください。そのあとアカウントで、なくしたパスキーとデバイスを削除してください。',

  linkThisDevice: 'このデバイスをリンクする',
  linkThisDeviceText:
    'リンクを表示しているアイデンティティのパスキーが、このデバイスに追加されます。ご自身のアカウントページのリンクである場合にだけ続けてください。そうでない場合、別の人としてサインインすることになります。',
  deviceName: 'このデバイスの名前',
  softwarePhone: '代わりにソフトウェアフォンを使う',

  // The page that asks for a decision.
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
  alsoAsks: 'そのほかに 1 回だけ求めている内容',
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

  // Errors, by their code in the contract or by where the browser found them.
  sessionEnded: 'セッションが終了しました。パスキーでサインインしてください。',
  providerBusy: 'サインインサービスが混み合っています。数秒待ってから、もう一度お試しください。',
  providerStatus: 'サインインサービスがステータス {status} を返しました。もう一度お試しください。',
  providerRefused: 'サインインサービスがこの操作を拒否しました（{code}）。',
  providerUnreachable: 'サインインサービスに接続できません。通信状況を確認して、もう一度お試しください。',
  somethingFailed: '問題が発生しました：{problem}',
  reloadPage: '{problem} ページを再読み込みして、もう一度お試しください。',
  passkeyOnDevice: 'このデバイスにはすでにパスキーがあります。そのパスキーでサインインしてください。',
  passkeyNotUsed:
    'パスキーは使用されませんでした。画面が閉じられたか、時間切れになりました。もう一度試すか、このデバイスにパスキーがない場合は作成してください。',

  error_owner_suspended:
    'このアイデンティティは管理者によって停止されています。このサービスの運営者にお問い合わせください。',
  error_origin_refused:
    'このリクエストは、このサインインサービスのページから送信する必要があります。このページを開き直してください。',
  error_passkey_refused: 'パスキーが受け付けられませんでした。もう一度お試しください。',
  error_passkey_exists: 'このパスキーはすでに登録されています。そのパスキーでサインインしてください。',
  error_passkey_limit: 'パスキーの数が上限に達しています。先にどれかを削除してください。',
  error_passkey_not_found: 'そのパスキーはありません。別のページで削除された可能性があります。',
  error_device_limit: 'デバイスの数が上限に達しています。先にどれかを削除してください。',
  error_device_not_found: 'そのデバイスはありません。別のページで削除された可能性があります。',
  error_last_authenticator: 'これは唯一のパスキーまたはデバイスです。先に別のものを追加してください。',
  error_session_not_found: 'この接続はすでに終了しています。',
  error_parent_paused: '手伝っているエージェントが一時停止中です。そのエージェントを再開してください。',
  error_key_not_found: 'あなたのエージェントやアプリケーションがこの鍵を使ったことはありません。',
  error_browser_session_not_found: 'このブラウザーはすでにサインアウトされています。',
  error_browser_of_another_owner:
    'このブラウザーは別のアイデンティティでサインインしています。先にサインアウトしてください。',
  error_device_of_another_owner:
    'このデバイスにはすでに別のアイデンティティがあります。先にそのアイデンティティを削除するか、新しい鍵を使用してください。',
  error_device_link_not_found: 'このリンクは取り消されました。アカウントで新しいリンクを作成してください。',
  error_device_link_expired:
    'このリンクはすでに使用されたか、期限切れです。アカウントで新しいリンクを作成してください。',
  error_recovery_code_refused:
    'この復旧コードは無効か、すでに使用されています。コードを確認するか、別のコードを使用してください。',
  error_registration_closed:
    'ここでは新しいアイデンティティを作成できません。このサービスの運営者にお問い合わせください。',
  error_invite_required: '新しいアイデンティティの作成には招待が必要です。このサービスの運営者に依頼してください。',
  error_invite_refused: 'この招待は不明か、使用済みか、期限切れか、取り消されています。新しい招待を依頼してください。',
  error_request_not_found: 'このリンクで待機しているサインインはありません。新しいリンクを依頼してください。',
  error_request_mismatch: 'リクエストの内容が変わりました。ページを再読み込みしてください。',
  error_owner_mismatch:
    'アプリケーションは別のアイデンティティを求めています。承認するには、そのアイデンティティでサインインしてください。',
});

export const japaneseScreens = { ...japaneseSignIn, ...japaneseAccount };
