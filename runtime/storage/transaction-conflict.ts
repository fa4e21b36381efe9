import { mongo } from 'mongoose';
import { conflict, isConflict } from '../sdk/conflict.ts';

/** An error for which the driver runs a transaction again. */
export const transactionConflict = (message: string, cause?: Error): mongo.MongoError =>
  conflict(mongo, message, cause);

/** Whether it is one for which the driver runs a transaction again. */
export const isTransactionConflict = (error: unknown): error is mongo.MongoError => isConflict(mongo, error);
