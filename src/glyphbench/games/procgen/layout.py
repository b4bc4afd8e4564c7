"""How the engine serialises a game: field names in order, as data.

Source: the `serialize` methods of openai/procgen 0.10.7 (game.cpp, basic-abstract-game.cpp, entity.cpp, games/*.cpp).
Every value is 4 bytes, little endian: `i` int32 (also booleans), `f` float32. A vector is an int32 count and its
items; a generator is an int32 flag and a string holding the 625 numbers of an mt19937.
"""

from __future__ import annotations

#: The state begins with this version and ends with `END`.
VERSION = 0
END = 0xCAFECAFE - (1 << 32)

Fields = tuple[tuple[str, str], ...]


def _fields(kind: str, names: str) -> Fields:
    return tuple((name, kind) for name in names.split())


OPTIONS: Fields = _fields(
    "i",
    "paint_vel_info use_generated_assets use_monochrome_assets restrict_themes use_backgrounds center_agent debug_mode "
    "distribution_mode use_sequential_levels use_easy_jump plain_assets physics_mode grid_step level_seed_low "
    "level_seed_high game_type game_n",
)
# Two generators follow: of the level seed, and of the level.
PROGRESS: Fields = (
    ("reward", "f"),
    *_fields(
        "i",
        "done level_complete action timeout current_level_seed prev_level_seed episodes_remaining episode_done "
        "last_reward_timer",
    ),
    ("last_reward", "f"),
    *_fields("i", "default_action fixed_asset_seed cur_time is_waiting_for_step"),
)
# Then the grid's size and the vector of entities.
ENTITY: Fields = (
    *_fields("f", "x y vx vy rx ry"),
    *_fields("i", "type image_type image_theme render_z will_erase collides_with_entities"),
    *_fields("f", "collision_margin rotation vrot"),
    *_fields("i", "is_reflected fire_time spawn_time life_time expire_time use_abs_coords"),
    ("friction", "f"),
    *_fields("i", "smart_step avoids_collisions auto_erase"),
    *_fields("f", "alpha health theta grow_rate alpha_decay climber_spawn_x"),
)
MOTION: Fields = (
    *_fields("i", "use_procgen_background background_index"),
    *_fields("f", "bg_tile_ratio bg_pct_x char_dim"),
    *_fields("i", "last_move_action move_action special_action"),
    *_fields("f", "mixrate maxspeed max_jump action_vx action_vy action_vrot center_x center_y"),
    *_fields("i", "random_agent_start has_useful_vel_info step_rand_int"),
)
# A third generator follows: of the images.
VIEW: Fields = (
    *_fields("i", "main_width main_height out_of_bounds_object"),
    *_fields("f", "unit view_dim x_off y_off visibility min_visibility"),
)
# Then the grid: width, height, count, cells; row 0 is the bottom.

#: What each game appends. A capital letter marks a vector: I of int32, F of float32, E of entities.
EXTRA: dict[str, Fields] = {
    "bigfish": (("fish_eaten", "i"), ("r_inc", "f")),
    "bossfight": (
        ("attack_modes", "I"),
        *_fields(
            "i",
            "last_fire_time time_to_swap invulnerable_duration vulnerable_duration num_rounds round_num round_health "
            "boss_vel_timeout curr_vel_timeout attack_mode player_laser_theme boss_laser_theme damaged_until_time "
            "shields_are_up barriers_moves_right",
        ),
        *_fields(
            "f",
            "base_fire_prob boss_bullet_vel barrier_vel barrier_spawn_prob rand_pct rand_fire_pct rand_pct_x "
            "rand_pct_y",
        ),
    ),
    "caveflyer": (),
    "chaser": (
        ("free_cells", "I"),
        ("is_space_vec", "I"),
        *_fields("i", "eat_timeout egg_timeout eat_time total_enemies total_orbs orbs_collected maze_dim"),
    ),
    "climber": (
        *_fields("i", "has_support facing_right coin_quota coins_collected wall_theme"),
        *_fields("f", "gravity air_control"),
    ),
    "coinrun": (
        ("last_agent_y", "f"),
        *_fields("i", "wall_theme has_support facing_right is_on_crate"),
        *_fields("f", "gravity air_control"),
    ),
    "dodgeball": (
        *_fields("f", "min_dim hard_min_dim ball_vscale ball_r"),
        *_fields("i", "last_fire_time num_enemies enemy_fire_delay"),
    ),
    "fruitbot": (*_fields("f", "min_dim bullet_vscale"), ("last_fire_time", "i")),
    "heist": (*_fields("i", "num_keys world_dim"), ("has_keys", "I")),
    "jumper": (
        *_fields("i", "jump_count jump_delta jump_time has_support facing_right wall_theme"),
        ("compass_dim", "f"),
    ),
    "leaper": (
        ("bottom_road_y", "i"),
        ("road_lane_speeds", "F"),
        ("bottom_water_y", "i"),
        ("water_lane_speeds", "F"),
        ("goal_y", "i"),
    ),
    "maze": _fields("i", "maze_dim world_dim"),
    "miner": (("diamonds_remaining", "i"),),
    "ninja": (
        *_fields("i", "has_support facing_right last_fire_time wall_theme"),
        *_fields("f", "gravity air_control jump_charge jump_charge_inc"),
    ),
    "plunder": (
        ("last_fire_time", "i"),
        ("lane_directions", "I"),
        ("target_bools", "I"),
        ("image_permutation", "I"),
        ("lane_vels", "F"),
        *_fields("i", "num_lanes num_current_ship_types targets_hit target_quota"),
        *_fields("f", "juice_left r_scale spawn_prob legend_r min_agent_x"),
    ),
    "starpilot": (("spawners", "E"),),
}
