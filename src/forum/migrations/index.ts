import * as initial from './0001-initial.ts';
import * as ownerVotes from './0002-owner-votes.ts';
import * as writes from './0003-writes.ts';
import * as editsAndSearch from './0004-edits-and-search.ts';
import * as moderation from './0005-moderation.ts';
import * as visiblePosts from './0006-visible-posts.ts';
import * as helpers from './0007-helpers.ts';
import * as searchFunctions from './0008-search-functions.ts';
import * as searchTexts from './0009-search-texts.ts';
import * as editWrites from './0010-edit-writes.ts';
import * as searchCosts from './0011-search-costs.ts';

/** Forward only, in this order. */
export const forumMigrations = [
  initial,
  ownerVotes,
  writes,
  editsAndSearch,
  moderation,
  visiblePosts,
  helpers,
  searchFunctions,
  searchTexts,
  editWrites,
  searchCosts,
];
