import { translationOf } from '../../../language/message.ts';
import type { englishAccount } from '../en/account.ts';

export const japaneseAccount = translationOf<typeof englishAccount>()({
  account: 'アカウント',
  accountText: 'ご本人に代わって操作できるアプリケーションとエージェント、パスキーとデバイスを管理できます。',
  invited: '招待が届いています',
  invitedText:
    'このデバイスでパスキーを作成してください。名前やメールアドレスは不要で、パスキーがここでのアイデンティティになります。招待は 1 回だけ有効です。',
  sessionAddress: 'セッションアドレス：{address}',
  created: '作成日時：{time}',
  signOut: 'サインアウト',
  oneWayToSignIn:
    '{title}これを失うと、アイデンティティも失われます。できれば別のデバイスで{authenticators}するか、{recovery}してください。',
  oneWayToSignInTitle: 'サインインの方法が 1 つしかありません。',
  oneWayToSignInAdd: '2 つ目の方法を追加',
  oneWayToSignInRecovery: '復旧コードを作成',
  sections: 'アカウントの項目',
  connections: 'エージェントとアプリケーション',
  connectionsText:
    '接続を解除するまで、ご本人に代わって操作できます。アプリケーションに伝わるのはセッションアドレスだけです。',
  authenticators: 'サインインの方法',
  authenticatorsText:
    'サインインとリクエストの承認に使います。パスキーはブラウザーで使うもので、提供元によってデバイス間で同期されることがあります。デバイスは、固有の鍵を持つアプリまたはプログラムです。',
  recovery: '復旧コード',
  recoveryText:
    'パスキーとデバイスをすべて失った場合、復旧コードを使ってこのアイデンティティに新しいパスキーを追加できます。各コードは 1 回だけ有効です。',
  browsers: 'サインイン中のブラウザー',
  browsersText:
    'これらのブラウザーでは、このページを開くことができます。承認や重要な変更には、さらにパスキーが必要です。',
  activity: 'アクティビティ',
  activityText: '過去 400 日間にこのアイデンティティに関して起きたことです。',
  deletion: 'アイデンティティの削除',
  deletionText:
    'すべてのアプリケーションの接続が解除され、パスキーとデバイスが削除されます。セッションアドレスが再び割り当てられることはありません。',

  connectionList: '接続中のアプリケーションとエージェント',
  noConnections: '接続中のアプリケーションやエージェントはありません。',
  helpersOf: '{name} のヘルパー',
  helper: 'エージェントのヘルパー（{scopes} に限定）',
  callsItselfName: '自称：「{name}」',
  lastUsed: '最終使用：{time}',
  lastUsedAt: '最終使用：{time}、{place}',
  connected: '接続日時：{time}',
  keyBeginning: '鍵 {beginning} …',
  notBound: '鍵に結び付けられていません',
  showOlderConnections: '以前のものを表示',
  disconnect: '接続を解除',
  disconnectName: '{name} の接続を解除（接続日時：{time}）',
  disconnectQuestion: '{name} の接続を解除しますか？',
  disconnectText:
    'プラットフォームは数秒以内に、トークンを独自に検証するサーバーは 15 分以内に、このアプリケーションを拒否します。再びご本人に代わって操作するには、改めて承認を求める必要があります。',
  whyDisconnect: '理由',
  noLongerUsed: 'もう使っていない',
  keyStolen: '鍵が盗まれた可能性がある',
  keyStolenText:
    'この鍵は二度と使えなくなり、コミットなど、この鍵でこれまでに署名されたものはあなたのものと認められなくなります。エージェントには新しい鍵が必要です。この操作は取り消せないため、パスキーで確認します。',
  rename: '名前を変更',
  renameTitle: '{name} の名前を変更',
  renameConnection: '{name} の名前を変更（接続日時：{time}）',
  newName: '新しい名前',
  nameHint: '空ではない名前',

  addPasskey: 'パスキーを追加',
  linkDevice: 'スマートフォンやデバイスをリンク',
  passkeyUsed: 'パスキー、最終使用：{time}',
  passkeyUnused: 'パスキー、未使用',
  deviceUsed: 'デバイス、最終使用：{time}',
  deviceUnused: 'デバイス、未使用',
  added: '追加日時：{time}',
  renamePasskeyTitle: 'パスキー {name} の名前を変更',
  renameDeviceTitle: 'デバイス {name} の名前を変更',
  renamePasskey: 'パスキー {name} の名前を変更（追加日時：{time}）',
  renameDevice: 'デバイス {name} の名前を変更（追加日時：{time}）',
  remove: '削除',
  removePasskey: 'パスキー {name} を削除（追加日時：{time}）',
  removeDevice: 'デバイス {name} を削除（追加日時：{time}）',
  removePasskeyQuestion: 'パスキー {name} を削除しますか？',
  removeDeviceQuestion: 'デバイス {name} を削除しますか？',
  removePasskeyText:
    '追加日時：{time}。このパスキーではサインインできなくなります。このパスキーでサインインしたブラウザーはサインアウトされ、そこで開始したアプリケーションも終了します。エージェントは接続されたままです。',
  removeLastPasskeyText:
    '追加日時：{time}。このパスキーではサインインできなくなります。このパスキーでサインインしたブラウザーはサインアウトされ、そこで開始したアプリケーションも終了します。これは唯一のパスキーです。パスキーがないと、このページにサインインできず、承認はデバイスでしか行えません。',
  removeDeviceText:
    '追加日時：{time}。このデバイスでは、リクエストの承認もご本人に代わる操作もできなくなります。このデバイスで承認したアプリケーションは、解除するまで接続されたままです。',

  linkText:
    'スマートフォンのカメラで読み取るか、スマートフォンでリンクを開いてください。そのデバイスでサインインできるようになるため、ほかの人には見せないでください。',
  linkCode: 'リンクの QR コード',
  linkTimeLeft: 'リンクは 1 回だけ有効です。残り時間：{time}',
  linkWaiting: '別のデバイスを待っています…',
  linkEnded: 'このリンクは期限切れです。この画面を閉じて、新しいリンクを作成してください。',
  close: '閉じる',
  theDevice: 'デバイス',
  wasLinked: '{name} がリンクされました。ご自身のものでない場合は削除してください。',

  noCodes: '復旧コードはありません。',
  unusedCodes: { other: '未使用のコードが {count} 個あります。' },
  createCodes: '復旧コードを作成',
  replaceCodes: '復旧コードを作り直す',
  replaceCodesQuestion: '復旧コードを作り直しますか？',
  replaceCodesText: '保存してあるコードは使えなくなります。',
  replace: '作り直す',
  codes: '復旧コード',
  codesText:
    '紙やパスワードマネージャーなど、デバイスがなくても見つけられる場所に保存してください。コードは再び表示されません。各コードは 1 回だけ有効です。',
  copy: 'コピー',
  copied: 'コピーしました',
  download: 'ダウンロード',
  codesSaved: '保存しました',

  thisBrowser: 'このブラウザー',
  signedIn: 'サインイン日時：{time}',
  endSession: 'サインアウトさせる',
  endSessionOf: '{browser} をサインアウトさせる（サインイン日時：{time}）',
  endAllSessions: 'すべてのセッションを終了',
  endAllSessionsQuestion: 'すべてのセッションを終了しますか？',
  endAllSessionsText:
    'このブラウザーを含め、すべてのブラウザーがサインアウトされ、そこで開始したアプリケーションも終了します。ほかのデバイスで承認したエージェントとアプリケーションは、接続されたままです。',

  showOlderEvents: '以前のアクティビティを表示',
  downloadJson: 'JSON でダウンロード',
  deleteIdentity: '削除…',
  deleteQuestion: 'アイデンティティを削除しますか？',
  deleteText:
    'すべてのアプリケーションの接続が解除され、パスキーはサインインサービスから削除されます。この操作は取り消せません。',
  deleteForGood: '完全に削除',
  deleted: '削除しました',
  deletedText:
    'アイデンティティを削除し、すべてのアプリケーションの接続を解除しました。デバイスに残っているパスキーは削除してかまいません。',
});
