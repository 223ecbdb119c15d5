import { expect, test } from 'vitest';
import { createAddressCheck } from './endpoint.ts';

const outcome = (baseUrl: string, origin: string | undefined, host: string): unknown => {
  try {
    createAddressCheck(baseUrl)({ origin, host });
    return 'allowed';
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error;
  }
};

test.each([
  [undefined, 'forum.example', 'allowed'],
  ['https://forum.example', 'forum.example:8443', 'allowed'],
  [undefined, 'evil.example', 'host_not_allowed'],
  [undefined, 'localhost:4002', 'host_not_allowed'],
  [undefined, '', 'host_not_allowed'],
  [undefined, 'forum.example@evil.example', 'host_not_allowed'],
  ['https://evil.example', 'forum.example', 'origin_not_allowed'],
  ['https://forum.example.evil.example', 'forum.example', 'origin_not_allowed'],
  ['null', 'forum.example', 'origin_not_allowed'],
  ['', 'forum.example', 'origin_not_allowed'],
])('MCP: a public forum with Origin %j and Host %j: %s', (origin, host, expected) => {
  expect(outcome('https://forum.example/forum', origin, host)).toBe(expected);
});

test.each([
  ['http://localhost:6274', '127.0.0.1:4002', 'allowed'],
  [undefined, '[::1]:4002', 'allowed'],
  [undefined, 'rebound.evil.example:4002', 'host_not_allowed'],
  ['http://localhost.evil.example', 'localhost:4002', 'origin_not_allowed'],
])('MCP: a local forum with Origin %j and Host %j: %s', (origin, host, expected) => {
  expect(outcome('http://localhost:4002', origin, host)).toBe(expected);
});
