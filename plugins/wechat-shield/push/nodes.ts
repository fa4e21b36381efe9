/** Who is told of blocks, and decides. */
export const PUSH_READ = 'wechat-shield.push:read';
