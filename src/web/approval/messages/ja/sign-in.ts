import { translationOf } from '../../../language/translator.ts';
import type { englishSignIn } from '../en/sign-in.ts';

export const japaneseSignIn = translationOf<typeof englishSignIn>()({
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
});
