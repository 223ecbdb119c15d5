import { japaneseAccount } from './account.ts';
import { japaneseActivity } from './activity.ts';
import { japaneseApproval } from './approval.ts';
import { japaneseErrors } from './errors.ts';
import { japaneseSignIn } from './sign-in.ts';

/** Texts of the screens that the script shows. */
export const japaneseScreens = {
  ...japaneseSignIn,
  ...japaneseApproval,
  ...japaneseAccount,
  ...japaneseActivity,
  ...japaneseErrors,
};
