#!/usr/bin/env node
// The program `platform` of a release and of its package. Plain JavaScript, so that an old Node gets a clear line.
import './node-20.mjs';

await import('./cli/platform/main.js');
