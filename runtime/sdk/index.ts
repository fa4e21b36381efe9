export type * from './binding.ts';
export type * from './context.ts';
export type * from './identity.ts';
export type * from './model.ts';
export * from './plugin.ts';
export type * from './realtime.ts';
export type * from './request.ts';
export * from './time-field.ts';
export type * from './visits.ts';
