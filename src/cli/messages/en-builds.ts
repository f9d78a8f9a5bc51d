/** What is said of builds of workers. */
export const enBuilds = {
  brief_promote: "Send plans to the workers of this code, if it can go on with all of them",
  full_promote:
    "Goes through the history of everything that is open as a worker of this code would, and sends plans to this build only if it can go on with all of it. Run it from the new code, once its workers have started with --versioned or --build-id. To go back, run it from the previous code.",
  flag_versioned:
    "Take only plans that were sent to this build (holdpoint promote); it is called by a digest of the workflows' code",
  flag_build_id: "Like --versioned, with a name of your own, such as an image's tag",
  flag_keep_others: "Leave what this code cannot go on with to the build that it is on",
  promote_done: "Plans go to build {build} now ({checked} open workflows checked).",
  promote_nothing: "Plans already go to build {build} ({checked} open workflows checked).",
  promote_kept:
    "{count} stay on build {previous}; keep its workers running until they have ended: {ids}",
  promote_stop: "Workers of {previous} can be stopped.",
};
