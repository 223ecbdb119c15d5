import { germanAccount } from './account.ts';
import { germanActivity } from './activity.ts';
import { germanApproval } from './approval.ts';
import { germanErrors } from './errors.ts';
import { germanSignIn } from './sign-in.ts';

/** Texts of the screens that the script shows. */
export const germanScreens = {
  ...germanSignIn,
  ...germanApproval,
  ...germanAccount,
  ...germanActivity,
  ...germanErrors,
};
