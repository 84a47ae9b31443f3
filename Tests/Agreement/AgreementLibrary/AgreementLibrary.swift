// The libraries of the random programs are generated when this module is built. All of them stand here as those of another
// package would: what their programs name is public.
