import { type Product, startProduct } from './product.ts';
import { share } from './share.ts';

/**
 * The product as everybody starts it, one for all test files of this process that ask for it. It is for files that do not
 * change the platform: no plugin is switched, no setting of the platform changed, no process ended, no message sent to
 * all. Each works with accounts and codes of its own, and expects to see those of others.
 */
export const shareProduct: () => Promise<Product> = share(() => startProduct(), {
  close: (product) => product.stop(),
});
