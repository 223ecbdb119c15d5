import { englishAccount } from './account.ts';
import { englishActivity } from './activity.ts';
import { englishApproval } from './approval.ts';
import { englishErrors } from './errors.ts';
import { englishSignIn } from './sign-in.ts';

/** Texts of the screens that the script shows. */
export const englishScreens = {
  ...englishSignIn,
  ...englishApproval,
  ...englishAccount,
  ...englishActivity,
  ...englishErrors,
};
