// The configuration of the image. Yours takes its place: COPY it, and its tools, to /app.
export default {
  data_dir: "/data",
  api: {
    host: "0.0.0.0",
    // The names by which it is called.
    hosts: (process.env.HOLDPOINT_HOSTS ?? "").split(",").filter(Boolean),
  },
  worker_health: "0.0.0.0:7401",
  worker_drain_seconds: 30,
};
