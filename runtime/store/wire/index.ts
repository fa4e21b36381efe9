export { asBuffer, createDocumentWriter, ElementType, type ElementView, eachElement } from './bytes.ts';
export { createFraming } from './framing.ts';
export { encodeOpMsg, HEADER_BYTES, MessageFlag, Opcode, parseMessage } from './message.ts';
