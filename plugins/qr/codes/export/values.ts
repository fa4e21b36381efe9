export const PICTURE_KINDS = ['png', 'svg'] as const;
