import type { z } from 'zod';

interface SettingFault {
  /** Locale key, or zod's own sentence where there is none. */
  message: string;
  params?: Record<string, string | number>;
}

/** What is wrong with a setting, in the words that a form has for it: whoever is told reads it in their language. */
export function settingFault(issue: z.core.$ZodIssue | undefined): SettingFault {
  switch (issue?.code) {
    case 'too_small':
      return bound('too_small', issue.origin, issue.minimum);
    case 'too_big':
      return bound('too_big', issue.origin, issue.maximum);
    case 'invalid_format':
      return { message: 'error.issue.format' };
    case 'custom':
      return { message: issue.message };
    default:
      return { message: 'error.issue.invalid' };
  }
}

function bound(kind: string, origin: string, limit: number | bigint): SettingFault {
  const of = origin === 'string' ? 'text' : origin === 'array' ? 'list' : 'number';
  return { message: `error.issue.${kind}.${of}`, params: { count: Number(limit) } };
}
