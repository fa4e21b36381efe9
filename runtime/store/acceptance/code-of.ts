/** The error code a call is refused with; its error's name when it has none, undefined when it is not refused. */
export const codeOf = async (call: Promise<unknown>): Promise<unknown> => {
  try {
    await call;
    return undefined;
  } catch (error) {
    return (error as { code?: unknown }).code ?? (error as Error).name;
  }
};
