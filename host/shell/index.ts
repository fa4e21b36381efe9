// The split lets Module Federation settle the shared modules before anything uses one.
void import('./bootstrap.tsx');
