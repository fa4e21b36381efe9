import mongoose, { type mongo } from 'mongoose';
import { PLATFORM_SCOPE } from '../store/collections.ts';

const { Binary, ObjectId } = mongoose.mongo;

/** Ids and addresses are raw bytes as latin1 text while they are counted, so that they serve as Map keys. */
export const bytesOf = (latin1: string): Buffer => Buffer.from(latin1, 'latin1');
export const objectId = (latin1: string): mongo.ObjectId => new ObjectId(bytesOf(latin1));
export const binary = (latin1: string): mongo.Binary => new Binary(bytesOf(latin1));
export const keyOfBinary = (id: mongo.Binary): string =>
  Buffer.from(id.buffer.buffer, id.buffer.byteOffset, id.position).toString('latin1');
export const keyOfObjectId = (id: mongo.ObjectId): string => Buffer.from(id.id).toString('latin1');
export const PLATFORM = Buffer.from(PLATFORM_SCOPE, 'hex').toString('latin1');

/** Whose sums a visit is in: those of the link's owner and of the platform, which owns some links itself. */
export const scopesOf = (owner: string): readonly string[] =>
  owner === PLATFORM ? [PLATFORM] : [owner, PLATFORM];
