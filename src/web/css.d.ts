/** Style sheets that a part of the page brings with it. */
declare module "*.css";
