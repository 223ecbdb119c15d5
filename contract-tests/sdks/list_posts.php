<?php
// Lists the posts of a community with the generated SDK. Arguments: its folder, URL of the forum, name of the community.
require 'GuzzleHttp/autoload.php';

[, $sdk, $url, $community] = $argv;
spl_autoload_register(function (string $class) use ($sdk): void {
    $file = $sdk . '/lib/' . str_replace(['Platform\\Forum\\', '\\'], ['', '/'], $class) . '.php';
    if (is_file($file)) {
        require $file;
    }
});
$configuration = (new Platform\Forum\Configuration())->setHost($url);
$page = (new Platform\Forum\Api\PostsApi(null, $configuration))->listPosts(forum: $community, sort: 'new');
echo json_encode(array_map(
    fn ($post) => ['title' => $post->getTitle(), 'forum' => $post->getForum(), 'score' => $post->getScore()],
    $page->getPosts(),
));
