import { translationOf } from '../../../language/translator.ts';
import type { englishErrors } from '../en/errors.ts';

export const japaneseErrors = translationOf<typeof englishErrors>()({
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
