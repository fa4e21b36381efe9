import { z } from 'zod';

/** Most scopes of one key. */
export const API_KEY_SCOPES = 100;
/** Most living keys of one account: enough for a program each, few enough to look through. */
export const API_KEY_LIMIT = 20;
/** Why a key is worth nothing any more. */
export const API_KEY_REASONS = [
  'owner',
  'administrator',
  'command_line',
  'disabled',
  'password_reset',
] as const;
export type ApiKeyReason = (typeof API_KEY_REASONS)[number];

/** What a key may do: a permission node, or `<plugin>.<noun>:*` for all of a noun's. */
export const zScope = z
  .string()
  .max(200)
  .regex(/^[a-z][a-z0-9-]*\.[a-z][a-z0-9_]*:([a-z][a-z0-9_]*|\*)$/);
