/** Characters of a share password. */
export const SHARE_PASSWORD_LENGTH = { min: 6, max: 128 } as const;
