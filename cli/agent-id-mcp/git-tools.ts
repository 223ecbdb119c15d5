import { commitCommand } from '../agent-id-git/commands/commit.ts';
import { verifyCommitCommand } from '../agent-id-git/commands/repository.ts';
import { type AgentTool, flagWords, type RunToolCommand, textArgument } from './tool.ts';

const repository = { type: 'string', minLength: 1, maxLength: 4096, description: 'Absolute path of the repository.' };

/** Tools for signed commits. */
export const gitTools = (run: RunToolCommand): readonly AgentTool[] => [
  {
    name: 'verify_commit',
    title: 'Verify a commit',
    description: 'Verifies the signature of a commit, and whose agent made it.',
    inputSchema: {
      type: 'object',
      properties: {
        repository,
        commit: { type: 'string', maxLength: 256, default: 'HEAD', description: 'Revision to verify.' },
        range: { type: 'string', maxLength: 512, description: 'Verify every commit of A..B instead.' },
        owner: { type: 'string', maxLength: 256, description: 'Owner that the agent must have.' },
      },
      required: ['repository'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: true },
    run: (args) =>
      run(
        verifyCommitCommand,
        [
          ...flagWords('commit', args['commit']),
          ...flagWords('range', args['range']),
          ...flagWords('owner', args['owner']),
        ],
        textArgument(args, 'repository'),
      ),
  },
  {
    name: 'commit',
    title: 'Commit as this agent',
    description:
      'Commits the staged changes, signed by this agent, with proof of its owner. Stage the changes with git add before.',
    inputSchema: {
      type: 'object',
      properties: {
        repository,
        message: { type: 'string', minLength: 1, maxLength: 20_000, description: 'Commit message.' },
        push: { type: 'boolean', description: 'Push the commit and its proof.' },
        allow_empty: { type: 'boolean', description: 'Allow a commit without changes.' },
      },
      required: ['repository', 'message'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
    run: (args) =>
      run(
        commitCommand,
        [
          ...flagWords('message', args['message']),
          ...flagWords('push', args['push']),
          ...flagWords('allow-empty', args['allow_empty']),
        ],
        textArgument(args, 'repository'),
      ),
  },
];
