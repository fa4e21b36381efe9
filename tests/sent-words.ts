/** Variables by which a store writes down what words the product sends it (docs/mongodb.md); none where nobody sums them up. */
export function sentWords(): Record<string, string> {
  const folder = process.env.WAYPOST_STORE_SENT;
  return folder === undefined ? {} : { WAYPOST_STORE_SENT: folder };
}
