import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moves, tactics } from '../../../server/simulations/rules.ts';
import { simulationMoves, tacticNames } from './simulation-status.ts';

test('the interface offers exactly the moves of a simulation that the server allows, to the same roles', () => {
  const plain = (from: string, to: string, roles: readonly string[]) =>
    `${from} → ${to}: ${roles.join(', ')}`;
  assert.deepEqual(
    simulationMoves.map(({ from, to, roles }) => plain(from, to, roles)).sort(),
    moves.map(({ from, to, roles }) => plain(from, to, roles)).sort(),
  );
});

test('the interface offers exactly the tactics that the server knows, in its order', () => {
  assert.deepEqual(
    Object.entries(tacticNames),
    tactics.map(({ id, name }) => [id, name]),
  );
});
