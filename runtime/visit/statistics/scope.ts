import type { VisitScope } from '@waypost/sdk';
import mongoose, { type mongo } from 'mongoose';
import { PLATFORM_SCOPE } from '../store/collections.ts';

const { Binary, ObjectId } = mongoose.mongo;

/** The id under which sums of a scope without a link are kept. */
export function scopeId({ owner }: VisitScope): mongo.ObjectId {
  return new ObjectId(owner ?? PLATFORM_SCOPE);
}

/** All ids that begin with a link's id and go on for `length` bytes, as a filter. */
export function linkRange(link: string, length: number): { $gte: mongo.Binary; $lte: mongo.Binary } {
  const prefix = Buffer.from(link, 'hex');
  return {
    $gte: new Binary(Buffer.concat([prefix, Buffer.alloc(length, 0)])),
    $lte: new Binary(Buffer.concat([prefix, Buffer.alloc(length, 255)])),
  };
}

/** Id of one link's sums of one day in `visit_days`. */
export function codeDayId(link: string, day: number): mongo.Binary {
  const bytes = Buffer.alloc(16);
  bytes.write(link, 0, 'hex');
  bytes.writeUInt32BE(day, 12);
  return new Binary(bytes);
}
