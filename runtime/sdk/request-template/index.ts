export * from './answer-at.ts';
export * from './request-template.ts';
