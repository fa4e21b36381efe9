import type { Document } from './types.ts';

/** MongoDB's error codes that the embedded store answers with (src/mongo/base/error_codes.yml), by number. */
const CODE_NAMES: Record<number, string> = {
  1: 'InternalError',
  2: 'BadValue',
  4: 'NoSuchKey',
  6: 'HostUnreachable',
  8: 'UnknownError',
  9: 'FailedToParse',
  11: 'UserNotFound',
  13: 'Unauthorized',
  14: 'TypeMismatch',
  15: 'Overflow',
  16: 'InvalidLength',
  18: 'AuthenticationFailed',
  20: 'IllegalOperation',
  22: 'InvalidBSON',
  26: 'NamespaceNotFound',
  27: 'IndexNotFound',
  28: 'PathNotViable',
  31: 'RoleNotFound',
  40: 'ConflictingUpdateOperators',
  43: 'CursorNotFound',
  48: 'NamespaceExists',
  50: 'MaxTimeMSExpired',
  52: 'DollarPrefixedFieldName',
  53: 'InvalidIdField',
  54: 'NotSingleValueField',
  55: 'InvalidDBRef',
  56: 'EmptyFieldName',
  57: 'DottedFieldName',
  59: 'CommandNotFound',
  61: 'ShardKeyNotFound',
  66: 'ImmutableField',
  67: 'CannotCreateIndex',
  68: 'IndexAlreadyExists',
  72: 'InvalidOptions',
  73: 'InvalidNamespace',
  76: 'NoReplicationEnabled',
  79: 'UnknownReplWriteConcern',
  85: 'IndexOptionsConflict',
  86: 'IndexKeySpecsConflict',
  91: 'ShutdownInProgress',
  96: 'OperationFailed',
  100: 'UnsatisfiableWriteConcern',
  112: 'WriteConflict',
  115: 'CommandNotSupported',
  117: 'ConflictingOperationInProgress',
  121: 'DocumentValidationFailure',
  125: 'CommandFailed',
  136: 'CappedPositionLost',
  146: 'ExceededMemoryLimit',
  161: 'IncompatibleCollationVersion',
  165: 'ViewDepthLimitExceeded',
  166: 'CommandNotSupportedOnView',
  167: 'OptionNotSupportedOnView',
  168: 'InvalidPipelineOperator',
  171: 'CannotIndexParallelArrays',
  184: 'QueryPlanKilled',
  197: 'InvalidIndexSpecificationOption',
  202: 'NetworkInterfaceExceededTimeLimit',
  206: 'NoSuchSession',
  217: 'IncompleteTransactionHistory',
  222: 'CloseChangeStream',
  225: 'TransactionTooOld',
  237: 'CursorKilled',
  239: 'SnapshotTooOld',
  241: 'ConversionFailure',
  244: 'TransactionAborted',
  246: 'SnapshotUnavailable',
  251: 'NoSuchTransaction',
  256: 'TransactionCommitted',
  257: 'TransactionTooLarge',
  260: 'InvalidResumeToken',
  261: 'TooManyLogicalSessions',
  263: 'OperationNotSupportedInTransaction',
  276: 'IndexBuildAborted',
  280: 'ChangeStreamFatalError',
  286: 'ChangeStreamHistoryLost',
  291: 'NoQueryExecutionPlans',
  292: 'QueryExceededMemoryLimitNoDiskUseAllowed',
  322: 'APIVersionError',
  323: 'APIStrictError',
  10334: 'BSONObjectTooLarge',
  11000: 'DuplicateKey',
  11600: 'InterruptedAtShutdown',
  11601: 'Interrupted',
  11602: 'InterruptedDueToReplStateChange',
  17280: 'KeyTooLong',
};

/**
 * The name that MongoDB sends beside an error code; `Location<code>` for codes that have none.
 */
export const codeNameOf = (code: number): string => CODE_NAMES[code] ?? `Location${code}`;

/** What the caller may add to an error. */
export interface StoreErrorOptions {
  /** Error labels such as `TransientTransactionError`. */
  labels?: string[];
  /** Fields sent beside code and message, such as `keyPattern` and `keyValue` of a duplicate key. */
  details?: Document;
  cause?: unknown;
}

/** A refusal with MongoDB's own code; its message goes to the client as `errmsg`. */
export class StoreError extends Error {
  readonly code: number;
  readonly codeName: string;
  readonly labels: string[];
  readonly details: Document | undefined;

  constructor(code: number, message: string, options: StoreErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'StoreError';
    this.code = code;
    this.codeName = codeNameOf(code);
    this.labels = options.labels ?? [];
    this.details = options.details;
  }
}
